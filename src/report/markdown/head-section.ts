import type { RootContent } from 'mdast';
import type { Run } from '../../spec/run.ts';
import { durationText } from '../duration-text.ts';
import { plural } from '../plural.ts';
import { runVerdictText } from '../pretty/run-verdict-text.ts';
import { byGroup } from '../requirement-ids.ts';
import { summaryOrder } from '../summary-order.ts';
import { nodes } from './nodes.ts';

const { heading, paragraph, code, table, strong } = nodes;

/** The verdict, whom it is about, the counts, what plays the run again. */
export const headSection = (run: Run): RootContent[] => {
  const { tool, agent, seed, nonce, durationMs } = run;
  return [
    heading(1, `${tool.name}: ${runVerdictText(run)}`),
    paragraph(
      `Agent ${agent.id} at `,
      code(agent.callbackUrl),
      `, in ${durationText(durationMs)}, seed `,
      code(String(seed)),
      ', nonce ',
      code(nonce),
      `, ${tool.name} ${tool.version}.`,
    ),
    ...interruptedPart(run),
    ...rootPart(run),
    groupTable(run),
    ...baselinePart(run),
  ];
};

const interruptedPart = ({ partial }: Run): RootContent[] =>
  partial === true ? [paragraph('The run was interrupted: this was judged by then.')] : [];

const rootPart = ({ root }: Run): RootContent[] =>
  root === undefined
    ? []
    : [paragraph(strong('Could not judge everything:'), ` ${root.reason} ${root.remedy}`)];

/** A line for each group, and one for all. */
const groupTable = ({ requirements, summary }: Run): RootContent => {
  const groups = [...byGroup(requirements, ({ id }) => id)];
  const columns = summaryOrder.map((verdict) => ({
    head: verdict,
    align: 'right' as const,
    cells: [
      ...groups.map(([, members]) =>
        String(members.filter((member) => member.verdict === verdict).length),
      ),
      strong(String(summary[verdict])),
    ],
  }));
  const names = [...groups.map(([group]) => group), strong('all')];
  return table([{ head: 'group', align: 'left', cells: names }, ...columns]);
};

const baselinePart = ({ baseline }: Run): RootContent[] => {
  if (baseline === undefined) return [];
  const { file, known, stale, expired } = baseline;
  const entries = (kind: string, list: typeof stale): string =>
    list.length === 0
      ? ''
      : ` ${kind}: ${list.map(({ requirement, code: finding }) => `${requirement} ${finding}`).join(', ')}.`;
  return [
    paragraph(
      'Baseline ',
      code(file),
      `: ${plural(known, 'known breach', 'known breaches')}.`,
      entries('Stale, to be taken out', stale),
      entries('Expired', expired),
    ),
  ];
};
