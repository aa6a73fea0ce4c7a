import type { RequirementResult, Run } from '../../formats/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { verdicts, worstVerdict } from '../../spec/verdict.ts';
import { durationText, plural } from '../../text/quantity-text.ts';
import { wrappedLines } from '../../text/text-columns.ts';
import type { TextPage } from '../page.ts';
import { labelledLines, proseColumns } from '../page.ts';
import { byGroup, requirementIds } from '../requirement-ids.ts';
import { summaryOrder, toldCauses } from '../run-view.ts';
import { inColourOf, inColourOfRun, runVerdictText } from '../verdict-label.ts';
import { breachParts, warningParts } from './breach-parts.ts';
import {
  baselineLines,
  dialectLines,
  gauntletLines,
  knownLines,
  observationLines,
  residueLines,
  unjudgedLines,
} from './closing-lines.ts';

/** A finished run for people: the verdict, the groups, each breach with its evidence, the rest in short. */
export const renderRun = (run: Run, page: TextPage): string => {
  const parts = [
    headlineLines(run, page),
    causeLines(run, page),
    groupLines(run, page),
    ...breachParts(run, page),
    ...warningParts(run, page),
    knownLines(run, page),
    baselineLines(run, page),
    unjudgedLines(run, page),
    observationLines(run, page),
    dialectLines(run, page),
    gauntletLines(run, page),
    residueLines(run, page),
    [summaryLine(run, page)],
  ];
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
};

/** The verdict first, in words; then whom it is about, and what stood in the way. */
const headlineLines = (run: Run, page: TextPage): string[] => {
  const verdict = runVerdictText(run);
  const text = `${verdict}: ${groundsOf(run)}`;
  const { id, callbackUrl } = run.agent;
  return [
    ...wrappedLines(text, proseColumns(page, 0)).map((line) =>
      line.replace(verdict, () => inColourOfRun(run, page.paint, verdict)),
    ),
    page.paint.dim(`  agent ${id} at ${callbackUrl}`),
    ...(run.partial === true ? ['  The run was interrupted: this was judged by then.'] : []),
    ...rootLines(run, page),
  ];
};

const judged = ['passed', 'failed', 'warned', 'observed'] as const;

/** What the verdict rests on. */
const groundsOf = (run: Run): string => {
  switch (run.verdict) {
    case 'conformant':
      return `${plural(run.summary.passed, 'requirement')} passed, none is ${broken(run)}${besides(run)}`;
    case 'nonconformant':
      return brokenGrounds(run);
    case 'inconclusive':
      return idsOf(run, judged).length === 0
        ? 'could not judge; nothing was judged'
        : `could not judge ${listed(idsOf(run, ['inconclusive', 'blocked']))}`;
  }
};

const broken = ({ baseline }: Run): string =>
  (baseline?.known ?? 0) > 0 ? 'newly broken' : 'broken';

/** What stands beside the verdict and does not decide it. */
const besides = ({ requirements }: Run): string => {
  const known = requirements.filter((result) => result.known === true).length;
  const warned = requirements.filter(
    (result) => result.verdict === 'warned' && result.known !== true,
  ).length;
  const parts = [
    ...(known === 0 ? [] : [plural(known, 'known breach', 'known breaches')]),
    ...(warned === 0 ? [] : [plural(warned, 'warning')]),
  ];
  return parts.length === 0 ? '' : `, with ${parts.join(' and ')}`;
};

const brokenGrounds = (run: Run): string => {
  const ids = failing(run);
  if (ids.length > 0) return `the agent breaks ${listed(ids)}`;
  const stale = plural(run.baseline?.stale.length ?? 0, 'entry', 'entries');
  return `the agent breaks nothing new, but ${stale} of the baseline must go`;
};

/** Ids of what fails the run: a known breach does not, a warning about a should does when strict. */
const failing = ({ requirements, setup }: Run): string[] =>
  requirements
    .filter(({ known }) => known !== true)
    .filter(
      ({ verdict, level }) =>
        verdict === 'failed' || (setup.strict && verdict === 'warned' && level === 'should'),
    )
    .map(({ id }) => id);

const listed = (ids: readonly string[]): string =>
  `${plural(ids.length, 'requirement')}: ${requirementIds(ids)}`;

const idsOf = ({ requirements }: Run, verdicts: readonly Verdict[]): string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

const rootLines = ({ root, verdict }: Run, page: TextPage): string[] => {
  if (root === undefined) return [];
  const options = { page, indent: 2, width: 10 };
  return [
    ...labelledLines(options, verdict === 'inconclusive' ? 'because' : 'unjudged', root.reason),
    ...labelledLines(options, 'remedy', root.remedy),
  ];
};

/** What kept requirements from being judged, each once: before anything that hangs on it. */
const causeLines = (run: Run, page: TextPage): string[] => {
  const options = { page, indent: 2, width: 10 };
  const lines = toldCauses(run).flatMap(({ message, extent, remedy, code }) => [
    ...wrappedLines(`${message} (${code})`, proseColumns(page, 2)).map((line) => `  ${line}`),
    ...(extent === '' ? [] : labelledLines({ ...options, indent: 4 }, 'met', extent)),
    ...labelledLines({ ...options, indent: 4 }, 'remedy', remedy),
  ]);
  return lines.length === 0 ? [] : [page.paint.bold('Causes'), ...lines];
};

const order: readonly Verdict[] = ['passed', ...verdicts.filter((verdict) => verdict !== 'passed')];

/** Each group of requirements in a line: how many passed, and which others did not. */
const groupLines = ({ requirements }: Run, page: TextPage): string[] => {
  const groups = [...byGroup(requirements, ({ id }) => id)];
  const width = Math.max(0, ...groups.map(([group]) => group.length)) + 2;
  return groups.flatMap(([group, members]) => {
    const counts = aligned(order.flatMap((verdict) => countOf(verdict, members)).join(', '));
    const worst = worstVerdict(members.map(({ verdict }) => verdict));
    const lines = labelledLines({ page, indent: 2, width }, group, counts);
    return lines.map((line) => (isTrouble(worst) ? inColourOf(worst, page.paint, line) : line));
  });
};

/** `9 passed` below `10 passed`. */
const aligned = (counts: string): string => (/^\d /.test(counts) ? ` ${counts}` : counts);

const countOf = (verdict: Verdict, members: readonly RequirementResult[]): string[] => {
  const ids = members.filter((member) => member.verdict === verdict).map(({ id }) => id);
  if (ids.length === 0) return [];
  const isPlain = verdict === 'passed' || ids.length === members.length;
  return [`${ids.length} ${verdict}${isPlain ? '' : ` (${requirementIds(ids)})`}`];
};

const isTrouble = (verdict: Verdict): boolean =>
  !['passed', 'observed', 'skipped'].includes(verdict);

/** The last line: the verdict, the counts, the time, and what plays the run again. */
const summaryLine = (run: Run, { paint }: TextPage): string => {
  const counts = summaryOrder.map((verdict) => `${run.summary[verdict]} ${verdict}`).join(', ');
  const { durationMs, seed, nonce } = run;
  const verdict = inColourOfRun(run, paint, runVerdictText(run));
  return `${verdict}  ${counts}  in ${durationText(durationMs)}  seed ${seed} nonce ${nonce}`;
};
