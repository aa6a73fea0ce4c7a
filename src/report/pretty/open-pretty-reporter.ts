import { Chalk, type ChalkInstance } from 'chalk';
import { harmlessIn } from '../../base/harmless-output.ts';
import { plural } from '../../base/quantities.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { Run, RunEvent } from '../../formats/run.ts';
import { partedLines } from '../page.ts';
import type { ReportStream, ReportTarget } from '../report-target.ts';
import type { Reporter, ReporterContext } from '../reporter.ts';
import { liveLine, nextProgress, noProgress, type Progress, scenarioLines, stillRunning } from './progress.ts';
import { renderRun } from './render-run.ts';

/** Columns of a text that no terminal shows. */
const logColumns = 100;

/** The reporter for people: progress while the run goes on, then the verdict with its evidence. */
export const openPrettyReporter = async (context: ReporterContext): Promise<Reporter> => {
  const { target, rerun, isVerbose } = context;
  const { terminal } = target;
  const paint = new Chalk({ level: context.colourLevel });
  const view = terminal === undefined ? openLogView(context, paint) : await openLiveView(target, terminal, paint);
  let progress = noProgress;
  const finish = (run: Run): void => {
    view.close();
    target.write(renderRun(run, { columns: terminal?.columns ?? logColumns, paint, rerun, isVerbose }));
  };
  return {
    tell: (raw) => {
      if (raw.kind === 'run-finished') return finish(raw.run);
      const event = plainValues(raw);
      progress = nextProgress(progress, event);
      view.show(event, progress);
    },
    close: async () => {
      view.close();
      const error = await target.close();
      return error === undefined ? [] : [error];
    },
  };
};

/** Shows a run while it goes on. */
interface ProgressView {
  show(event: RunEvent, progress: Progress): void;
  /** Takes away what must not stay; may be called again. */
  close(): void;
}

/** Progress for a terminal: one line, rewritten in place. */
const openLiveView = async (
  target: ReportTarget,
  terminal: ReportStream,
  paint: ChalkInstance,
): Promise<ProgressView> => {
  const { createLogUpdate } = await import('log-update');
  // The cursor stays: hidden, it would be lost to whoever kills the run.
  const update = createLogUpdate(terminal, { showCursor: true });
  return {
    show: (event, progress) => {
      const columns = terminal.columns ?? 80;
      if (event.kind === 'run-started') target.write(startedLine(event, columns));
      update(harmlessIn.text(liveLine(progress, columns, paint)));
    },
    close: () => update.clear(),
  };
};

/** Some CI ends a job that has written nothing for ten minutes. */
const longestSilenceMs = 120_000;

/** Progress for a log: a line for each scenario where the user asked for it, else a sign of life now and then. */
const openLogView = (
  { target, isVerbose = false, now = () => performance.now() }: ReporterContext,
  paint: ChalkInstance,
): ProgressView => {
  const startedAt = now();
  let writtenAt = startedAt;
  return {
    show: (event, progress) => {
      const isRecent = now() - writtenAt < longestSilenceMs;
      if (event.kind === 'run-started') target.write(startedLine(event, Number.POSITIVE_INFINITY));
      else if (event.kind !== 'scenario-finished') return;
      else if (isVerbose) target.write(`${scenarioLines(event, paint).join('\n')}\n`);
      else if (isRecent) return;
      else target.write(`${stillRunning(progress, now() - startedAt)}\n`);
      writtenAt = now();
    },
    close: () => undefined,
  };
};

/** The first line of a run: what is played against whom. */
const startedLine = (event: Extract<RunEvent, { kind: 'run-started' }>, columns: number): string => {
  const { scenarioCount, agent } = event;
  const whom = [`${plural(scenarioCount, 'scenario')} against`, agent.callbackUrl, `(agent ${agent.id})`];
  return `${partedLines(whom, columns).join('\n')}\n`;
};
