import type { Run } from '../spec/run.ts';

/** report.json: the run as it is. */
export const renderJson = (run: Run): string => `${JSON.stringify(run, null, 2)}\n`;
