import type { RequirementResult, Run, Summary } from '../formats/run.ts';
import { plainValues } from '../text/visible-text.ts';
import { requirementIds } from './requirement-ids.ts';

/**
 * The run with every text in it as one harmless line: no control characters, nothing that XML
 * forbids. Exchanges stay as they are; `exchangeFacts` reads them harmlessly.
 */
export const plainRun = ({ exchanges, ...run }: Run): Run => ({ ...plainValues(run), exchanges });

/** Items by a key, keys and items in their order. */
export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [item]);
    else members.push(item);
  }
  return groups;
};

/** The counts of a summary as a line or a table names them. */
export const summaryOrder = [
  'passed',
  'failed',
  'warned',
  'observed',
  'skipped',
  'blocked',
  'inconclusive',
] as const satisfies readonly (keyof Summary)[];

/** What the run is to be blamed for: a breach that the baseline knows is none. */
export const newBreaches = ({ requirements }: Run): RequirementResult[] =>
  requirements.filter(({ verdict, known }) => verdict === 'failed' && known !== true);

/** What has no verdict, and why; requirements with one reason are told together, by their ids in short. */
export const unjudgedOf = ({ requirements }: Run) =>
  (['inconclusive', 'blocked', 'skipped'] as const).flatMap((verdict) => {
    const results = requirements.filter((result) => result.verdict === verdict);
    const groups = groupBy(results, ({ reason }) => reason ?? 'no reason given');
    return [...groups].map(([reason, members]) => ({
      verdict,
      requirements: requirementIds(members.map(({ id }) => id)),
      reason,
    }));
  });
