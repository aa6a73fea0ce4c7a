import type { Run } from '../../contract/run.ts';
import type { Verdict } from '../../contract/verdict.ts';
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

/** What the verdict rests on. */
const groundsOf = (run: Run): string => {
  const { passed, warned } = run.summary;
  const warnings = warned === 0 ? '' : `, with ${plural(warned, 'warning')}`;
  switch (run.verdict) {
    case 'conformant':
      return `${plural(passed, 'requirement')} passed, none is broken${warnings}`;
    case 'nonconformant':
      return `the agent breaks ${listed(idsOf(run, ['failed']))}`;
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
