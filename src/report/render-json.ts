import type { Run } from '../contract/run.ts';

/** report.json: the run as it is. */
export const renderJson = (run: Run): string => `${JSON.stringify(run, null, 2)}\n`;
