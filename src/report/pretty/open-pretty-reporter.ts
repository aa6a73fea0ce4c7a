import { Chalk, type ChalkInstance } from 'chalk';
import { harmlessIn } from '../../base/harmless-output.ts';
import { durationText, plural } from '../../base/quantities.ts';
import { shorten, textWidth } from '../../base/text-table.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { Finding } from '../../formats/judgement.ts';
import type { Run, RunEvent } from '../../formats/run.ts';
import { partedLines } from '../page.ts';
import type { ReportStream, ReportTarget } from '../report-target.ts';
import type { Reporter, ReporterContext } from '../reporter.ts';
import { requirementIds } from '../requirement-ids.ts';
import { verdictLabel } from '../verdict-label.ts';
import { renderRun } from './render-run.ts';

/** Columns of a text that no terminal shows. */
const logColumns = 100;

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

/** Exchanges hold whole bodies; what is shown of them is made harmless where it is shown. */
const plainEvent = (event: RunEvent): RunEvent => {
  if (event.kind !== 'run-finished') return plainValues(event);
  const { exchanges, ...run } = event.run;
  return { kind: event.kind, run: { ...plainValues(run), exchanges } };
};

const openView = (target: ReportTarget, paint: ChalkInstance): Promise<ProgressView> | ProgressView =>
  target.terminal === undefined ? openLogView(target, paint) : openLiveView(target, target.terminal, paint);

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
  const startedAt = performance.now();
  return {
    show: (event, progress) => {
      const columns = terminal.columns ?? 80;
      if (event.kind === 'run-started') target.write(startedLine(event, columns));
      const left = timeLeft(progress, performance.now() - startedAt);
      const line = liveLine({ ...progress, left }, columns, paint);
      update(harmlessIn.text(line));
    },
    close: () => update.clear(),
  };
};

/** Progress for a log: plain lines, one for each finished scenario. */
const openLogView = (target: ReportTarget, paint: ChalkInstance): ProgressView => ({
  show: (event) => {
    if (event.kind === 'run-started') target.write(startedLine(event, Number.POSITIVE_INFINITY));
    if (event.kind === 'scenario-finished') {
      target.write(`${scenarioLines(event, paint).join('\n')}\n`);
    }
  },
  close: () => undefined,
});

/** The first line of a run: what is played against whom, and what plays it again. */
const startedLine = (event: Extract<RunEvent, { kind: 'run-started' }>, columns: number): string => {
  const { scenarioCount, agent, seed, nonce, estimateMs } = event;
  const count = plural(scenarioCount, 'scenario');
  const time = estimateMs === undefined ? ' ' : `, about ${wholeSeconds(estimateMs)} `;
  const whom = [`${count} against`, agent.callbackUrl, `(agent ${agent.id})${time}`];
  const lines = partedLines([...whom, `seed ${seed} nonce ${nonce}`], columns);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
};

/** An estimate has no tenths. */
const wholeSeconds = (durationMs: number): string => {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return seconds < 60 ? `${seconds} s` : durationText(seconds * 1000);
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

/** How far a run is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Titles of the scenarios under way, the oldest first. */
  readonly running: readonly string[];
  /** Distinct breaches of the scenarios that failed, as `requirement/code`. */
  readonly breaches: ReadonlySet<string>;
}

/** The progress in one line narrower than the terminal, so that it never wraps. */
export const liveLine = (
  progress: Progress & { readonly left?: string },
  columns: number,
  paint: ChalkInstance,
): string => {
  const room = columns - 1;
  const left = progress.left === undefined ? '' : `  ${progress.left}`;
  const count = `${progress.done}/${progress.total}${left}`;
  const breaches = plural(progress.breaches.size, 'breach', 'breaches');
  const bar = barOf(progress, columns < 80 ? 10 : 24);
  const used = textWidth(`${bar}  ${count}  ${breaches}  `);
  if (used > room) return shorten(`${count}  ${breaches}`, room);
  const colour = progress.breaches.size === 0 ? paint.dim : paint.red;
  const now = room - used < 8 ? '' : nowOf(progress, room - used);
  return `${paint.cyan(bar)}  ${count}  ${colour(breaches)}  ${now}`.trimEnd();
};

const barOf = ({ done, total }: Progress, columns: number): string => {
  const full = total === 0 ? 0 : Math.min(columns, Math.floor((done / total) * columns));
  return '█'.repeat(full) + '░'.repeat(columns - full);
};

const nowOf = ({ running }: Progress, columns: number): string => {
  const [title = '', ...others] = running;
  const more = others.length === 0 ? '' : `  +${others.length}`;
  return `${shorten(title, columns - more.length)}${more}`;
};

/** Before so many scenarios and so long, a guess would jump about. */
const leastDone = 5;

const leastElapsedMs = 1000;

/** How long the rest of a run will take if it goes on as it did: `about 12 s left`. */
export const timeLeft = ({ done, total }: Progress, elapsedMs: number): string | undefined => {
  if (done < leastDone || elapsedMs < leastElapsedMs || done >= total) return undefined;
  const seconds = Math.ceil(((elapsedMs / done) * (total - done)) / 1000);
  return `about ${wholeSeconds(seconds * 1000)} left`;
};

export const noProgress: Progress = { done: 0, total: 0, running: [], breaches: new Set() };

/** The progress after an event. */
export const nextProgress = (progress: Progress, event: RunEvent): Progress => {
  switch (event.kind) {
    case 'run-started':
      return { ...noProgress, total: event.scenarioCount };
    case 'scenario-started':
      return { ...progress, running: [...progress.running, event.title] };
    case 'scenario-finished':
      return {
        ...progress,
        done: progress.done + 1,
        running: withoutFirst(progress.running, event.result.title),
        breaches: new Set([...progress.breaches, ...breachesOf(event)]),
      };
    case 'run-finished':
      return progress;
  }
};

const withoutFirst = (titles: readonly string[], title: string): string[] =>
  titles.toSpliced(titles.indexOf(title), titles.includes(title) ? 1 : 0);

export type ScenarioFinished = Extract<RunEvent, { kind: 'scenario-finished' }>;

const breachesOf = ({ result, findings }: ScenarioFinished): string[] =>
  result.verdict === 'failed'
    ? findings.filter(({ weight }) => weight === 'breach').map(({ requirement, code }) => `${requirement}/${code}`)
    : [];
