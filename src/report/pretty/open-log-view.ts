import type { ChalkInstance } from 'chalk';
import type { ReportTarget } from '../report-target.ts';
import type { ProgressView } from './progress-view.ts';
import { scenarioLines } from './scenario-lines.ts';
import { startedLine } from './started-line.ts';

/** Progress for a log: plain lines, one for each finished scenario. */
export const openLogView = (target: ReportTarget, paint: ChalkInstance): ProgressView => ({
  show: (event) => {
    if (event.kind === 'run-started') target.write(startedLine(event));
    if (event.kind === 'scenario-finished') {
      target.write(`${scenarioLines(event, paint).join('\n')}\n`);
    }
  },
  close: () => undefined,
});
