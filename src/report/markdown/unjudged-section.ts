import type { RootContent } from 'mdast';
import type { Run } from '../../spec/run.ts';
import { groupBy } from '../group-by.ts';
import { requirementIds } from '../requirement-ids.ts';
import { nodes } from './nodes.ts';

const { heading, table } = nodes;

const unjudged = ['inconclusive', 'blocked', 'skipped'] as const;

/** What has no verdict, and why; requirements with one reason are told together. */
export const unjudgedSection = (run: Run): RootContent[] => {
  const rows = unjudged.flatMap((verdict) => rowsOf(verdict, run));
  if (rows.length === 0) return [];
  const column = (name: 'verdict' | 'requirements' | 'reason') => ({
    head: name,
    align: 'left' as const,
    cells: rows.map((row) => row[name]),
  });
  return [
    heading(2, 'Not judged'),
    table([column('verdict'), column('requirements'), column('reason')]),
  ];
};

const rowsOf = (verdict: (typeof unjudged)[number], { requirements }: Run) => {
  const results = requirements.filter((result) => result.verdict === verdict);
  const groups = groupBy(results, ({ reason }) => reason ?? 'no reason given');
  return [...groups].map(([reason, members]) => ({
    verdict,
    requirements: requirementIds(members.map(({ id }) => id)),
    reason,
  }));
};
