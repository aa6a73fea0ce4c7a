import type { Summary } from '../../../contract/run.ts';

/** Worst first, as verdicts are joined. */
const order = [
  'failed',
  'warned',
  'inconclusive',
  'blocked',
  'observed',
  'passed',
  'skipped',
] as const satisfies readonly (keyof Summary)[];

/** How many requirements got which verdict: `2 failed, 118 passed`. */
export const summaryText = (summary: Summary): string => {
  const told = order.filter((name) => summary[name] > 0).map((name) => `${summary[name]} ${name}`);
  return told.length === 0 ? 'nothing judged' : told.join(', ');
};
