import type { Summary } from '../../../spec/run.ts';
import { verdicts } from '../../../spec/verdict.ts';

/** How many requirements got which verdict, worst first: `2 failed, 118 passed`. */
export const summaryText = (summary: Summary): string => {
  const told = verdicts
    .filter((name) => summary[name] > 0)
    .map((name) => `${summary[name]} ${name}`);
  return told.length === 0 ? 'nothing judged' : told.join(', ');
};
