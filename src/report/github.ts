import { appendFile, stat } from 'node:fs/promises';
import { shorten } from '../base/text-table.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Run } from '../formats/run.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { findingText } from './finding-text.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import type { ReportEnvironment, ReportTarget } from './report-target.ts';
import {
  type OwnPlace,
  type OwnPlaces,
  openDocumentReporter,
  type Reporter,
  type ReporterContext,
} from './reporter.ts';
import { plainRun } from './run-view.ts';
import { type TestCase, testCasesOf } from './test-cases.ts';

/**
 * Annotations to the target; the whole run to the step's summary where there is one.
 * @throws WalletproofError environment, when the summary cannot be written.
 */
export const openGithubReporter = async (
  context: ReporterContext,
  { GITHUB_STEP_SUMMARY: file = '' }: ReportEnvironment,
): Promise<Reporter> => {
  const annotations = openDocumentReporter(context, (run) => renderAnnotations(run, context.places));
  if (file === '') return annotations;
  const target = await openStepSummary(file);
  const summary = openDocumentReporter({ target, colourLevel: 0 }, renderSummary);
  return {
    tell: (event) => {
      annotations.tell(event);
      summary.tell(event);
    },
    close: async () => [...(await annotations.close()), ...(await summary.close())],
  };
};

/** The run as workflow commands, a line each; of a kind the last says how many more there are. */
export const renderAnnotations = (hostile: Run, places: OwnPlaces = { ownFile: () => undefined }): string => {
  const annotations = annotationsOf(plainRun(hostile), places);
  return (['error', 'warning', 'notice'] as const)
    .flatMap((kind) => limited(annotations.filter((annotation) => annotation.kind === kind)))
    .map((annotation) => `${workflowCommand(annotation)}\n`)
    .join('');
};

/** A page that a person reads; GitHub takes 1024 KiB. */
const mostSummaryBytes = 60 * 1024;

/** So many breaches are told with their calls, as far as there is room. */
const detailed = [30, 15, 8, 4, 2, 1, 0];

/** The run in Markdown, its verdict first: as many breaches in full as there is room for. */
export const renderSummary = (run: Run): string => {
  for (const mostBreaches of detailed) {
    const text = renderMarkdown(run, { mostBreaches });
    if (Buffer.byteLength(text) <= mostSummaryBytes) return text;
  }
  return cutAtLine(renderMarkdown(run, { mostBreaches: 0 }), mostSummaryBytes);
};

/** Kinds of annotations that GitHub Actions knows. */
export type AnnotationKind = 'error' | 'warning' | 'notice';

/** A remark at a place of a file. */
export interface Annotation {
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
 * What a run has to say about files: breaches and what is wrong with the run are errors,
 * warnings and what could not be judged are warnings, known breaches are notices.
 */
const annotationsOf = (run: Run, places: OwnPlaces): Annotation[] =>
  testCasesOf(run).flatMap((testCase) => {
    const kind = kindOf(testCase);
    return kind === undefined ? [] : [withExpiry(annotationOf(testCase, kind, places), testCase, run)];
  });

/** Why a breach that a baseline has an entry for fails the run all the same. */
const withExpiry = (annotation: Annotation, { findings }: TestCase, { baseline }: Run): Annotation => {
  const entry = baseline?.expired.find(({ requirement, code }) =>
    findings.some((each) => each.requirement === requirement && each.code === code),
  );
  if (entry === undefined) return annotation;
  const note = ` (its baseline entry expired ${entry.expires})`;
  return { ...annotation, title: `${annotation.title}${note}` };
};

const kindOf = ({ outcome, status, section, group }: TestCase): AnnotationKind | undefined => {
  if (group === 'causes' && outcome !== 'error') return 'notice';
  if (outcome === 'failed') return 'error';
  if (outcome === 'error') return section === undefined ? 'error' : 'warning';
  if (outcome === 'known') return 'notice';
  return status === 'warned' ? 'warning' : undefined;
};

const annotationOf = (testCase: TestCase, kind: AnnotationKind, places: OwnPlaces): Annotation => {
  const { message, outcome, findings } = testCase;
  const [first] = findings;
  const evidence = first === undefined ? [] : [findingText(first)];
  const isEvident = outcome === 'failed' || outcome === 'passed';
  const told = isEvident ? evidence : [message, ...evidence];
  return {
    kind,
    title: titleOf(testCase),
    message: shorten(told.length === 0 ? message : told.join('\n'), longestMessage),
    ...ownPlaceOf(first, places),
  };
};

/** The step of the user's own scenario that shows a finding, else the agent in the configuration. */
const ownPlaceOf = (
  finding: Pick<Finding, 'scenario' | 'line'> | undefined,
  { configuration, ownFile }: OwnPlaces,
): OwnPlace | undefined => {
  const file = finding && ownFile(finding.scenario);
  return file === undefined ? configuration : { file, line: finding?.line };
};

/** The name of a test says what is right, a title what is wrong. */
const titleOf = ({ name, status }: TestCase): string =>
  status === 'stale' ? name.replace('is still needed', 'is not needed any more') : name;

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
