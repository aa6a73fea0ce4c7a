import type { RunEvent } from '../../spec/run-event.ts';

/** How far a run is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Titles of the scenarios under way, the oldest first. */
  readonly running: readonly string[];
  /** Distinct breaches of the scenarios that failed, as `requirement/code`. */
  readonly breaches: ReadonlySet<string>;
}

export const noProgress: Progress = { done: 0, total: 0, running: [], breaches: new Set() };

type ScenarioFinished = Extract<RunEvent, { kind: 'scenario-finished' }>;

const breachesOf = ({ result, findings }: ScenarioFinished): string[] =>
  result.verdict === 'failed'
    ? findings
        .filter(({ weight }) => weight === 'breach')
        .map(({ requirement, code }) => `${requirement}/${code}`)
    : [];

const withoutFirst = (titles: readonly string[], title: string): string[] =>
  titles.toSpliced(titles.indexOf(title), titles.includes(title) ? 1 : 0);

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
