import { appendFile, stat } from 'node:fs/promises';
import { shorten } from '../base/text-table.ts';
import type { ReportedBreach, ReportView } from '../components/report-view.ts';
import type { Run } from '../formats/run.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { causeText, happenedIn } from './cause-text.ts';
import { markdownOf } from './markdown.ts';
import type { ReportEnvironment, ReportTarget } from './report-target.ts';
import { textView } from './report-view.ts';
import { type OwnPlaces, openDocumentReporter, type Reporter, type ReporterContext } from './reporter.ts';

/**
 * Annotations to the target; the whole run to the step's summary where there is one.
 * @throws WalletproofError environment, when the summary cannot be written.
 */
export const openGithubReporter = async (
  context: ReporterContext,
  { GITHUB_STEP_SUMMARY: file = '' }: ReportEnvironment,
): Promise<Reporter> => {
  const annotations = openDocumentReporter(context, (run) => renderAnnotations(run, context));
  if (file === '') return annotations;
  const target = await openStepSummary(file);
  const summary = openDocumentReporter({ target, colourLevel: 0 }, (run) => renderSummary(run, context.rerun));
  return {
    tell: (event) => {
      annotations.tell(event);
      summary.tell(event);
    },
    close: async () => [...(await annotations.close()), ...(await summary.close())],
  };
};

/** The run as workflow commands, a line each; of a kind the last says how many more there are. */
export const renderAnnotations = (
  run: Run,
  { places = nowhere, rerun }: Pick<ReporterContext, 'places' | 'rerun'> = {},
): string => {
  const view = textView(run, rerun);
  const annotations = annotationsOf(view, run, places);
  return (['error', 'warning', 'notice'] as const)
    .flatMap((kind) => limited(annotations.filter((annotation) => annotation.kind === kind)))
    .map((annotation) => `${workflowCommand(annotation)}\n`)
    .join('');
};

const nowhere: OwnPlaces = { ownFile: () => undefined };

/** A page that a person reads; GitHub takes 1024 KiB. */
const mostSummaryBytes = 60 * 1024;

/** So many breaches are told with their calls, as far as there is room. */
const detailed = [30, 15, 8, 4, 2, 1, 0];

/** The run in Markdown, its verdict first: as many breaches in full as there is room for. */
const renderSummary = (run: Run, rerun: readonly string[] | undefined): string => {
  const view = textView(run, rerun);
  let text = '';
  for (const mostBreaches of detailed) {
    text = markdownOf(view, run, mostBreaches);
    if (Buffer.byteLength(text) <= mostSummaryBytes) return text;
  }
  return cutAtLine(text, mostSummaryBytes);
};

/** Kinds of annotations that GitHub Actions knows. */
type AnnotationKind = 'error' | 'warning' | 'notice';

/** A remark at a place of a file. */
interface Annotation {
  readonly kind: AnnotationKind;
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/** GitHub shows ten annotations of a kind for a step and drops the rest in silence. */
const mostOfAKind = 9;

/** GitHub cuts what is longer than 64 KB, and shows a few lines of it. */
const longestMessage = 4000;

const limited = (annotations: readonly Annotation[]): readonly Annotation[] => {
  const [first] = annotations;
  if (first === undefined || annotations.length <= mostOfAKind) return annotations;
  const shown = annotations.slice(0, mostOfAKind - 1);
  const hidden = annotations.slice(mostOfAKind - 1);
  const titles = hidden.map(({ title }) => title).join('; ');
  const message = shorten(`Not shown here: ${titles}`, longestMessage);
  return [...shown, { kind: first.kind, title: `and ${hidden.length} more`, message }];
};

/**
 * What a run has to say about files: root causes that fail it and what is wrong with the run are errors, those that
 * warn and what could not be judged are warnings, known ones are notices.
 */
const annotationsOf = (view: ReportView, { verdict }: Run, places: OwnPlaces): Annotation[] => {
  const at = (kind: AnnotationKind, title: string, message: string): Annotation => ({
    ...{ kind, title, message: shorten(message, longestMessage) },
    ...places.configuration,
  });
  const { notices, breaches, unjudged } = view;
  const { root, isInterrupted, baseline } = notices;
  const isOpen = (each: ReportView['unjudged'][number]): boolean =>
    verdict !== 'conformant' && each.verdict !== 'skipped';
  return [
    ...breaches.map((cause) => causeAnnotation(cause, view, places)),
    ...unjudged.flatMap((each) => {
      const { ids, reason, cause } = each;
      if (cause === undefined)
        return each.verdict === 'inconclusive' ? [at('warning', `${ids} not judged`, reason)] : [];
      return [at(isOpen(each) ? 'error' : 'notice', `${ids} not judged: ${cause.code}`, `${reason}\n${cause.remedy}`)];
    }),
    ...(isInterrupted ? [at('error', 'the run was interrupted', 'This is what was judged by then.')] : []),
    ...(root === undefined ? [] : [at('error', 'the agent cannot be judged', `${root.reason} ${root.remedy}`)]),
    ...(baseline?.stale ?? []).map((entry) =>
      at('error', `baseline entry ${entry} is not needed any more`, `Take it out of ${baseline?.file}.`),
    ),
    ...notices.causes.map(({ code, message, remedy }) => at('notice', `cause ${code}`, `${message}\n${remedy}`)),
  ];
};

const kinds = { fails: 'error', warns: 'warning', known: 'notice' } as const;

/** At the step of the user's own scenario that shows it, else at the agent in the configuration. */
const causeAnnotation = (
  cause: ReportedBreach,
  { notices: { baseline } }: ReportView,
  { configuration, ownFile }: OwnPlaces,
): Annotation => {
  const { lead, standing, breach, source } = cause;
  const expired = baseline?.expired.find((entry) =>
    breach.requirements.some(({ id }) => entry.startsWith(`${id} ${breach.code}: `)),
  );
  const note = expired === undefined ? '' : ` (its baseline entry has expired: ${expired})`;
  const file = ownFile(source.file);
  return {
    kind: kinds[standing],
    title: `${lead}: ${happenedIn(breach.title)}${note}`,
    message: shorten(causeText(cause), longestMessage),
    ...(file === undefined ? configuration : { file, line: source.line }),
  };
};

/** An annotation as a workflow command: one line, whatever is in its texts. */
export const workflowCommand = ({ kind, title, message, file, line }: Annotation): string => {
  const pairs = [
    ['file', file],
    ['line', line],
    ['title', title],
  ] as const;
  const properties = pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${kind} ${properties.join(',')}::${escapeData(message)}`;
};

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/**
 * The file of a step's summary, which other parts of the step write to as well: appended to.
 * @throws WalletproofError environment, when it cannot be written.
 */
export const openStepSummary = async (file: string): Promise<ReportTarget> => {
  const failure = await append(file, []);
  if (failure !== undefined) throw failure;
  const texts: string[] = [];
  return {
    write: (text) => {
      texts.push(text);
    },
    close: () => append(file, texts),
  };
};

/** GitHub drops a summary above 1024 KiB whole, with what other commands wrote; this leaves room. */
const mostBytes = 900 * 1024;

const append = async (file: string, texts: readonly string[]): Promise<WalletproofError | undefined> => {
  try {
    await appendFile(file, '');
    const { size } = await stat(file);
    const text = texts.join('');
    const fitting = cutAtLine(text, mostBytes - size);
    if (text !== '' && fitting === '') return notWritten(file, 'it is full');
    await appendFile(file, fitting);
    return undefined;
  } catch (cause) {
    return notWritten(file, cause instanceof Error ? cause.message : String(cause));
  }
};

const notWritten = (file: string, why: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `REPORT NOT WRITTEN: the step summary ${file}: ${why}.`,
    'Any verdict stands. GITHUB_STEP_SUMMARY names the file: unset it to have the annotations alone.',
  );

const note = '\n\nCut here: the report is longer than GitHub shows. The json report has it all.\n';

/** The text in at most so many bytes of UTF-8; what is cut ends with a whole line and a note. */
export const cutAtLine = (text: string, limitBytes: number): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= limitBytes) return text;
  const room = limitBytes - Buffer.byteLength(note);
  if (room <= 0) return '';
  const end = bytes.lastIndexOf('\n', room - 1);
  return `${bytes.subarray(0, Math.max(end, 0)).toString()}${note}`;
};
