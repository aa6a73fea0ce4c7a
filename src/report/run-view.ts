import type { Run, Summary } from '../formats/run.ts';
import { plainValues } from '../text/visible-text.ts';

/**
 * The run with every text in it as one harmless line: no control characters, nothing that XML
 * forbids. Exchanges stay as they are; `exchangeFacts` reads them harmlessly.
 */
export const plainRun = ({ exchanges, ...run }: Run): Run => ({ ...plainValues(run), exchanges });

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
