import type { Run } from '../../spec/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { plural } from '../plural.ts';
import { requirementIds } from '../requirement-ids.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';
import { inColourOfRun, runVerdictText } from './run-verdict-text.ts';

const idsOf = ({ requirements }: Run, verdicts: readonly Verdict[]): string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

const judged = ['passed', 'failed', 'warned', 'observed'] as const;

const listed = (ids: readonly string[]): string =>
  `${plural(ids.length, 'requirement')}: ${requirementIds(ids)}`;

/** Ids of what fails the run: a known breach does not, a warning about a should does when strict. */
const failing = ({ requirements, setup }: Run): string[] =>
  requirements
    .filter(({ known }) => known !== true)
    .filter(
      ({ verdict, level }) =>
        verdict === 'failed' || (setup.strict && verdict === 'warned' && level === 'should'),
    )
    .map(({ id }) => id);

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

const broken = ({ baseline }: Run): string =>
  (baseline?.known ?? 0) > 0 ? 'newly broken' : 'broken';

const brokenGrounds = (run: Run): string => {
  const ids = failing(run);
  if (ids.length > 0) return `the agent breaks ${listed(ids)}`;
  const stale = plural(run.baseline?.stale.length ?? 0, 'entry', 'entries');
  return `the agent breaks nothing new, but ${stale} of the baseline must go`;
};

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

const rootLines = ({ root, verdict }: Run, page: Page): string[] => {
  if (root === undefined) return [];
  const options = { page, indent: 2, width: 10 };
  return [
    ...labelledLines(options, verdict === 'inconclusive' ? 'because' : 'unjudged', root.reason),
    ...labelledLines(options, 'remedy', root.remedy),
  ];
};

/** The verdict first, in words; then whom it is about, and what stood in the way. */
export const headlineLines = (run: Run, page: Page): string[] => {
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
