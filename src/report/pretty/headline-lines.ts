import type { Run } from '../../contract/run.ts';
import type { Verdict } from '../../contract/verdict.ts';
import { plural } from '../plural.ts';
import { requirementIds } from '../requirement-ids.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';
import { runVerdictText } from './run-verdict-text.ts';

const idsOf = ({ requirements }: Run, verdicts: readonly Verdict[]): string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

const judged = ['passed', 'failed', 'warned', 'observed'] as const;

/** What the verdict rests on, in a sentence. */
const groundsOf = (run: Run): string => {
  const { passed, failed, warned } = run.summary;
  if (idsOf(run, judged).length === 0) return 'could not judge: nothing was judged';
  if (run.verdict === 'inconclusive') {
    const open = idsOf(run, ['inconclusive', 'blocked']);
    return `could not judge ${plural(open.length, 'requirement')}: ${requirementIds(open)}`;
  }
  if (run.verdict === 'conformant') {
    const warnings = warned === 0 ? '' : `, with ${plural(warned, 'warning')}`;
    return `${plural(passed, 'requirement')} passed, none is broken${warnings}`;
  }
  const broken = idsOf(run, ['failed']);
  return `the agent breaks ${plural(failed, 'requirement')}: ${requirementIds(broken)}`;
};

const rootLines = ({ root }: Run, page: Page): string[] => {
  if (root === undefined) return [];
  const options = { page, indent: 2, width: 9 };
  return [
    ...labelledLines(options, 'because', root.reason),
    ...labelledLines(options, 'remedy', root.remedy),
  ];
};

/** The verdict first, in words; then whom it is about, and what stood in the way. */
export const headlineLines = (run: Run, page: Page): string[] => {
  const [first = '', ...rest] = wrappedLines(groundsOf(run), proseColumns(page, 2));
  const { id, callbackUrl } = run.agent;
  return [
    runVerdictText(run, page.paint),
    ...[first, ...rest].map((line) => `  ${line}`),
    ...(run.partial === true ? ['  the run was interrupted: what follows was judged by then'] : []),
    page.paint.dim(`  agent ${id} at ${callbackUrl}`),
    ...rootLines(run, page),
  ];
};
