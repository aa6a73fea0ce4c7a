import { durationText } from '../../base/quantities.ts';
import { wrappedLines } from '../../base/text-table.ts';
import type { ReportedBreach, ReportView } from '../../components/report-view.ts';
import type { Run } from '../../formats/run.ts';
import { labelledLines, partedLines, proseColumns, type TextPage } from '../page.ts';
import { plainRun, textView } from '../report-view.ts';
import { inColourOfRun } from '../verdict-text.ts';
import { causeBlock } from './cause-block.ts';
import { inColourOf } from './progress.ts';

/** The page of a run. */
export interface RunPage extends TextPage {
  /** The command that makes such a run again, as arguments. */
  readonly rerun?: readonly string[];
  /** Also what was observed, and how callbacks were signed. */
  readonly isVerbose?: boolean;
}

/** A finished run for people: the groups, the verdict, a block for each root cause, the rest in a line each. */
export const renderRun = (hostile: Run, page: RunPage): string => {
  const run = plainRun(hostile);
  const view = textView(hostile, page.rerun);
  const parts = [
    // Where nothing could be judged, the reason comes first.
    run.root !== undefined && view.groups.every(({ worst }) => worst === 'blocked') ? [] : groupLines(view, page),
    verdictLines(run, view, page),
    ...causeBlocks(view, page),
    knownLines(view, page),
    baselineLines(view, page),
    residueLines(view, page),
    page.isVerbose === true ? silentLines(view, page) : [],
    closingLines(run, view, page),
  ];
  return `\n${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
};

/** Every cause that the baseline does not excuse: what fails the run, then what it warns of. */
export const causeBlocks = ({ breaches }: Pick<ReportView, 'breaches'>, page: TextPage): string[][] =>
  (['fails', 'warns'] as const).flatMap((standing) => {
    const causes = breaches.filter((each) => each.standing === standing);
    return causes.map((each, index) => causeBlock(each, { number: index + 1, count: causes.length }, page));
  });

const section = (title: string, lines: readonly string[], page: TextPage): string[] =>
  lines.length === 0 ? [] : [page.paint.bold(title), ...lines];

const indented = (text: string, page: TextPage): string[] =>
  wrappedLines(text, proseColumns(page, 2)).map((line) => `  ${line}`);

/** Each group of requirements in a line: how many passed, and which others did not. */
const groupLines = ({ groups }: ReportView, page: TextPage): string[] => {
  const width = Math.max(0, ...groups.map(({ name }) => name.length)) + 2;
  return groups.flatMap(({ name, told, worst }) => {
    const counts = told
      .map(({ word, count, ids }) =>
        (word === 'failed' || word === 'warned') && told.length > 1 ? `${count} ${word} (${ids})` : `${count} ${word}`,
      )
      .join(', ');
    // `9 passed` below `10 passed`.
    const alignment = /^\d /.test(counts) ? 1 : 0;
    const lines = labelledLines({ page, indent: 2, width: width + alignment }, name, counts);
    const isTrouble = !['passed', 'observed', 'skipped'].includes(worst);
    return isTrouble ? lines.map((line) => inColourOf(worst, page.paint, line)) : lines;
  });
};

/** The verdict in words; then whom it is about, what was not judged and why, and what was met on the way. */
const verdictLines = (run: Run, { head, notices, unjudged }: ReportView, page: TextPage): string[] => {
  const sentence = `${head.title}: ${head.sentence.charAt(0).toLowerCase()}${head.sentence.slice(1)}`;
  const options = { page, indent: 2, width: 14 };
  const { root } = notices;
  return [
    ...wrappedLines(`${sentence}${harmlessWarnings(run)}`, proseColumns(page, 0)).map((line) =>
      line.replace(head.title, () => inColourOfRun(run, page.paint, head.title)),
    ),
    page.paint.dim(`  agent ${run.agent.id} at ${run.agent.callbackUrl}`),
    ...(notices.isInterrupted ? ['  The run was interrupted: this was judged by then.'] : []),
    ...(root === undefined
      ? []
      : [
          ...labelledLines(options, run.verdict === 'inconclusive' ? 'because' : 'unjudged', root.reason),
          ...labelledLines(options, 'remedy', root.remedy),
        ]),
    ...unjudged.flatMap(({ verdict, ids, reason, cause }) => [
      ...labelledLines(
        options,
        verdict,
        `${ids}: ${reason}${cause === undefined ? '' : ` (${cause.code}, ${times(cause.count)})`}`,
      ),
      ...(cause === undefined ? [] : labelledLines(options, '', cause.remedy)),
    ]),
    ...notices.causes.flatMap(({ message, remedy }) => labelledLines(options, 'note', `${message} ${remedy}`)),
  ];
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Whoever sees warnings expects them in the exit code. */
const harmlessWarnings = ({ verdict, setup, requirements }: Run): string => {
  const isWarned = requirements.some((each) => each.verdict === 'warned' && each.known !== true);
  return verdict === 'conformant' && isWarned && !setup.strict
    ? ' Warnings do not fail the run; with --strict they do.'
    : '';
};

/** Breaches that the baseline excuses: why, until when, and what was seen. */
const knownLines = ({ breaches }: ReportView, page: TextPage): string[] => {
  const known = breaches.filter(({ standing }) => standing === 'known');
  const lines = known.flatMap(({ lead, alsoBreaks, also, breach, source }: ReportedBreach) => {
    const ids = [lead, alsoBreaks].filter((each) => each !== '').join(' ');
    const codes = [breach, ...also].map(({ code }) => code).join(', ');
    return indented(`${ids} ${codes}: ${breach.known ?? 'in the baseline'}. ${breach.message} (${source.place})`, page);
  });
  return section('Known breaches', lines, page);
};

/** What is to be done about the baseline itself. */
const baselineLines = ({ notices: { baseline } }: ReportView, page: TextPage): string[] => {
  const { file = '', stale = [], expired = [] } = baseline ?? {};
  const options = { page, indent: 2, width: 9 };
  const lines = [
    ...stale.flatMap((entry) =>
      labelledLines(options, 'stale', `${entry}: the run does not show it any more. Take the entry out.`),
    ),
    ...expired.flatMap((entry) =>
      labelledLines(options, 'expired', `${entry}: it is still broken. Mend it, or give it another day.`),
    ),
  ];
  return section(`Baseline ${file}`, lines, page);
};

/** What could not be given back to the players. */
const residueLines = ({ residue }: ReportView, page: TextPage): string[] =>
  section(
    'Left with the players',
    (residue?.accounts ?? []).flatMap(({ account, file }) => indented(`${account} (${file})`, page)),
    page,
  );

/** What the agent does where the specification is silent, and how it was signed. */
const silentLines = ({ observations, dialect }: ReportView, page: TextPage): string[] => {
  const width = Math.max(0, ...observations.map(({ id }) => id.length)) + 2;
  const observed = observations.flatMap(({ id, messages }) =>
    messages.flatMap((message, index) => labelledLines({ page, indent: 2, width }, index === 0 ? id : '', message)),
  );
  const signed = (dialect === undefined ? [] : [dialect.sentence, ...dialect.warnings]).flatMap((text) =>
    indented(text, page),
  );
  return [
    ...section('Observed', observed, page),
    ...(observed.length > 0 && signed.length > 0 ? [''] : []),
    ...section(`Signed as ${dialect?.name ?? ''}`, signed, page),
  ];
};

/** What plays the run again, and what was seen besides; the verdict, the counts of what there is, the time. */
const closingLines = (
  run: Run,
  { head, observations, dialect }: ReportView,
  { paint, columns, isVerbose }: RunPage,
): string[] => {
  const { seed, nonce, durationMs } = run;
  const counts = head.told.map(
    ({ word, count }, index, all) => `${count} ${word}${index < all.length - 1 ? ',' : ' '}`,
  );
  const isMore = isVerbose !== true && (observations.length > 0 || (dialect?.warnings.length ?? 0) > 0);
  const facts = [
    ...(dialect === undefined ? [] : [`serialisation ${dialect.name},`]),
    ...[`seed ${seed}`, `nonce ${nonce}`],
    ...(isMore ? ['(--verbose tells what was observed)'] : []),
  ];
  return [
    ...partedLines(facts, columns).map((line) => paint.dim(line)),
    ...partedLines([`${head.title} `, ...counts, `in ${durationText(durationMs)}`], columns).map((line) =>
      line.trimEnd().replace(head.title, () => inColourOfRun(run, paint, head.title)),
    ),
  ];
};
