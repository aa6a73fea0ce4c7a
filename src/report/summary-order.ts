import type { Summary } from '../spec/run.ts';

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
