import type { ChalkInstance } from 'chalk';
import { Chalk } from 'chalk';
import type { Run } from '../../spec/run.ts';
import type { RunEvent } from '../../spec/run-event.ts';
import { plainValues } from '../plain-values.ts';
import type { ReportTarget } from '../report-target.ts';
import type { Reporter } from '../reporter.ts';
import type { ReporterContext } from '../reporter-context.ts';
import { openLiveView } from './open-live-view.ts';
import { openLogView } from './open-log-view.ts';
import { nextProgress, noProgress } from './progress.ts';
import type { ProgressView } from './progress-view.ts';
import { renderRun } from './render-run.ts';

/** Columns of a text that no terminal shows. */
const logColumns = 100;

/** Exchanges hold whole bodies; what is shown of them is made harmless where it is shown. */
const plainEvent = (event: RunEvent): RunEvent => {
  if (event.kind !== 'run-finished') return plainValues(event);
  const { exchanges, ...run } = event.run;
  return { kind: event.kind, run: { ...plainValues(run), exchanges } };
};

const openView = (
  target: ReportTarget,
  paint: ChalkInstance,
): Promise<ProgressView> | ProgressView =>
  target.terminal === undefined ? openLogView(target, paint) : openLiveView(target.terminal, paint);

/** The reporter for people: progress while the run goes on, then the verdict with its evidence. */
export const openPrettyReporter = async (context: ReporterContext): Promise<Reporter> => {
  const { target } = context;
  const paint = new Chalk({ level: context.colourLevel });
  const view = await openView(target, paint);
  let progress = noProgress;
  const finish = (run: Run): void => {
    view.close();
    const rerun = context.rerun ?? ['walletproof', 'test', run.agent.callbackUrl];
    const columns = target.terminal?.columns ?? logColumns;
    target.write(renderRun(run, { columns, paint, rerun }));
  };
  return {
    tell: (raw) => {
      const event = plainEvent(raw);
      progress = nextProgress(progress, event);
      if (event.kind === 'run-finished') finish(event.run);
      else view.show(event, progress);
    },
    close: async () => {
      view.close();
      const error = await target.close();
      return error === undefined ? [] : [error];
    },
  };
};
