import type { ChalkInstance } from 'chalk';
import type { RunEvent } from '../../formats/run.ts';
import { durationText, plural } from '../../text/quantity-text.ts';
import { shorten, textWidth } from '../../text/text-columns.ts';

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
  return `about ${seconds < 60 ? `${seconds} s` : durationText(seconds * 1000)} left`;
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
    ? findings
        .filter(({ weight }) => weight === 'breach')
        .map(({ requirement, code }) => `${requirement}/${code}`)
    : [];
