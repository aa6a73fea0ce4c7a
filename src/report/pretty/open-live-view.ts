import type { ChalkInstance } from 'chalk';
import type { ReportStream } from '../report-target.ts';
import { liveLine } from './live-line.ts';
import type { ProgressView } from './progress-view.ts';
import { startedLine } from './started-line.ts';
import { timeLeft } from './time-left.ts';

/** Progress for a terminal: one line, rewritten in place. */
export const openLiveView = async (
  terminal: ReportStream,
  paint: ChalkInstance,
): Promise<ProgressView> => {
  const { createLogUpdate } = await import('log-update');
  // The cursor stays: hidden, it would be lost to whoever kills the run.
  const update = createLogUpdate(terminal, { showCursor: true });
  const startedAt = performance.now();
  return {
    show: (event, progress) => {
      if (event.kind === 'run-started') terminal.write(startedLine(event));
      const left = timeLeft(progress, performance.now() - startedAt);
      update(liveLine({ ...progress, left }, terminal.columns ?? 80, paint));
    },
    close: () => update.clear(),
  };
};
