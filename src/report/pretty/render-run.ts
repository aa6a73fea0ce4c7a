import { durationText } from '../../base/quantities.ts';
import { wrappedLines } from '../../base/text-table.ts';
import type { RequirementResult, Run } from '../../formats/run.ts';
import { type Verdict, verdicts, worstVerdict } from '../../spec/verdict.ts';
import { labelledLines, partedLines, proseColumns, type TextPage } from '../page.ts';
import { byGroup, requirementIds } from '../requirement-ids.ts';
import { type ToldWord, toldCauses, toldCounts, toldWord } from '../run-view.ts';
import { inColourOf, inColourOfRun, runVerdictText } from '../verdict-label.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { breachParts, warningParts } from './breach-parts.ts';
import {
  baselineLines,
  dialectLines,
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
    residueLines(run, page),
    summaryLines(run, page),
  ];
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
};

/** The verdict first, in words; then whom it is about, and what stood in the way. */
const headlineLines = (run: Run, page: TextPage): string[] => {
  const verdict = runVerdictText(run);
  const { id, callbackUrl } = run.agent;
  return [
    ...wrappedLines(verdictSentence(run) + harmlessWarnings(run), proseColumns(page, 0)).map((line) =>
      line.replace(verdict, () => inColourOfRun(run, page.paint, verdict)),
    ),
    page.paint.dim(`  agent ${id} at ${callbackUrl}`),
    ...(run.partial === true ? ['  The run was interrupted: this was judged by then.'] : []),
    ...rootLines(run, page),
  ];
};

/** Whoever sees warnings expects them in the exit code. */
const harmlessWarnings = ({ verdict, setup, requirements }: Run): string => {
  const isWarned = requirements.some((each) => each.verdict === 'warned' && each.known !== true);
  return verdict === 'conformant' && isWarned && !setup.strict
    ? ' (warnings do not fail the run; with --strict they do)'
    : '';
};

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

const order: readonly ToldWord[] = ['passed', 'known', ...verdicts.filter((verdict) => verdict !== 'passed')];

/** Each group of requirements in a line: how many passed, and which others did not. */
const groupLines = ({ requirements }: Run, page: TextPage): string[] => {
  const groups = [...byGroup(requirements, ({ id }) => id)];
  const width = Math.max(0, ...groups.map(([group]) => group.length)) + 2;
  return groups.flatMap(([group, members]) => {
    const counts = order.flatMap((word) => countOf(word, members)).join(', ');
    const judged = members.filter(({ known }) => known !== true);
    const worst = worstVerdict(judged.map(({ verdict }) => verdict));
    // `9 passed` below `10 passed`.
    const alignment = /^\d /.test(counts) ? 1 : 0;
    const lines = labelledLines({ page, indent: 2, width: width + alignment }, group, counts);
    return lines.map((line) => (isTrouble(worst) ? inColourOf(worst, page.paint, line) : line));
  });
};

const countOf = (word: ToldWord, members: readonly RequirementResult[]): string[] => {
  const ids = members.filter((member) => toldWord(member) === word).map(({ id }) => id);
  if (ids.length === 0) return [];
  const isPlain = word === 'passed' || ids.length === members.length;
  return [`${ids.length} ${word}${isPlain ? '' : ` (${requirementIds(ids)})`}`];
};

const isTrouble = (verdict: Verdict): boolean => !['passed', 'observed', 'skipped'].includes(verdict);

/** The last line: the verdict, the counts of what there is, the time, and what plays the run again. */
const summaryLines = (run: Run, { paint, columns }: TextPage): string[] => {
  const counts = toldCounts(run)
    .filter(([, count]) => count > 0)
    .map(([word, count], index, all) => `${count} ${word}${index < all.length - 1 ? ',' : ' '}`);
  const { durationMs, seed, nonce } = run;
  const verdict = runVerdictText(run);
  return partedLines(
    [`${verdict} `, ...counts, `in ${durationText(durationMs)} `, `seed ${seed} nonce ${nonce}`],
    columns,
  ).map((line) => line.trimEnd().replace(verdict, () => inColourOfRun(run, paint, verdict)));
};
