import type { ChalkInstance } from 'chalk';
import { Chalk } from 'chalk';
import type { Finding } from '../../formats/judgement.ts';
import type { Run, RunEvent } from '../../formats/run.ts';
import { durationText, plural } from '../../text/quantity-text.ts';
import { shorten } from '../../text/text-columns.ts';
import { plainValues } from '../../text/visible-text.ts';
import type { ReportStream, ReportTarget } from '../report-target.ts';
import type { Reporter, ReporterContext } from '../reporter.ts';
import { requirementIds } from '../requirement-ids.ts';
import { verdictLabel } from '../verdict-label.ts';
import type { Progress, ScenarioFinished } from './live-line.ts';
import { liveLine, nextProgress, noProgress, timeLeft } from './live-line.ts';
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

/** Shows a run while it goes on. */
interface ProgressView {
  show(event: RunEvent, progress: Progress): void;
  /** Takes away what must not stay; may be called again. */
  close(): void;
}

/** Progress for a terminal: one line, rewritten in place. */
const openLiveView = async (
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

/** Progress for a log: plain lines, one for each finished scenario. */
const openLogView = (target: ReportTarget, paint: ChalkInstance): ProgressView => ({
  show: (event) => {
    if (event.kind === 'run-started') target.write(startedLine(event));
    if (event.kind === 'scenario-finished') {
      target.write(`${scenarioLines(event, paint).join('\n')}\n`);
    }
  },
  close: () => undefined,
});

/** The first line of a run: what is played against whom, and what plays it again. */
const startedLine = (event: Extract<RunEvent, { kind: 'run-started' }>): string => {
  const { scenarioCount, agent, seed, nonce } = event;
  const count = plural(scenarioCount, 'scenario');
  return `${count} against ${agent.callbackUrl} (agent ${agent.id})  seed ${seed} nonce ${nonce}\n`;
};

const idColumns = 12;

const mostFindings = 3;

const indent = '     ';

const findingLine = ({ requirement, code, message }: Finding): string =>
  `${indent}${requirement} ${code}: ${shorten(message, 200)}`;

/** A finding per requirement and code: the same breach at every step is one line here. */
const distinct = (findings: readonly Finding[]): Finding[] => {
  const told = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.requirement}/${finding.code}`;
    if (finding.weight !== 'note' && !told.has(key)) told.set(key, finding);
  }
  return [...told.values()];
};

const evidence = ({ result, findings }: ScenarioFinished): string[] => {
  if (result.verdict === 'passed') return [];
  const lines = distinct(findings).map(findingLine);
  const more = lines.length - mostFindings;
  return [
    ...(result.reason === undefined ? [] : [`${indent}${result.reason}`]),
    ...lines.slice(0, mostFindings),
    ...(more > 0 ? [`${indent}and ${more} more below`] : []),
  ];
};

/** A finished scenario for a log: one line, and why where it did not pass. */
const scenarioLines = (event: ScenarioFinished, paint: ChalkInstance): string[] => {
  const { title, requirements, verdict, durationMs } = event.result;
  const ids = requirementIds(requirements).padEnd(idColumns);
  const time = paint.dim(`(${durationText(durationMs)})`);
  return [`${verdictLabel(verdict, paint)} ${ids} ${title}  ${time}`, ...evidence(event)];
};
