import type { RunView, WatchOrder, WatchView } from '../api/schemas/runs.ts';
import { toInstant } from '../formats/written-time.ts';
import { type Clock, pause } from '../world/clock.ts';
import type { RunDesk } from './run-desk.ts';

interface RunWatchOptions {
  readonly desk: Pick<RunDesk, 'list' | 'start'>;
  /** Whether somebody takes connections at the agent's address; `silent`: nobody can tell. */
  readonly lookAtAgent: () => Promise<'listening' | 'refused' | 'silent'>;
  /** The files of saved scenarios that have changed, once some have; rejects when it is aborted. */
  readonly changedScenarios: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly onChange: (view: WatchView) => void;
  readonly onError: (error: unknown) => void;
}

/** Plays scenarios again when the agent was started again, or a saved scenario has changed. */
export interface RunWatch {
  view(): WatchView;
  begin(order: WatchOrder): WatchView;
  /** Whether it was on. */
  end(): boolean;
  /** Takes note of a run: none is started beside it. */
  noteRun(run: RunView): void;
}

/** How often it is looked whether the agent is there. */
const lookMs = 500;

export const createRunWatch = (options: RunWatchOptions): RunWatch => {
  const watch: Watching = { options, view: { state: 'off' }, isAway: false, changed: new Set() };
  return {
    view: () => watch.view,
    begin: ({ scenarios }) => {
      watch.ending?.abort();
      const ending = new AbortController();
      Object.assign(watch, { ending, isAway: false, changed: new Set() });
      show(watch, { state: 'on', ...(scenarios === undefined ? {} : { scenarios }) });
      const ended = (error: unknown): void => {
        if (!ending.signal.aborted) options.onError(error);
      };
      followAgent(watch, ending.signal).catch(ended);
      followScenarios(watch, ending.signal).catch(ended);
      return watch.view;
    },
    end: () => {
      const wasOn = watch.view.state === 'on';
      watch.ending?.abort();
      if (wasOn) show(watch, { state: 'off' });
      return wasOn;
    },
    noteRun: ({ state }) => {
      // A scenario may have restarted the agent itself.
      watch.isAway = false;
      if (state !== 'running' && watch.view.state === 'on') playChanged(watch);
    },
  };
};

interface Watching {
  readonly options: RunWatchOptions;
  ending?: AbortController;
  view: WatchView;
  /** The agent has refused connections since it took some. */
  isAway: boolean;
  /** Files of scenarios that have changed and were not played since. */
  changed: ReadonlySet<string>;
}

const show = (watch: Watching, view: WatchView): void => {
  watch.view = view;
  watch.options.onChange(view);
};

const isRunning = ({ options }: Watching): boolean => options.desk.list().some(({ state }) => state === 'running');

const followAgent = async (watch: Watching, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const isBack = !isRunning(watch) && (await cameBack(watch));
    if (signal.aborted) return;
    if (isBack && !isRunning(watch)) await play(watch, 'agent-restarted', wanted(watch));
    await pause(watch.options.clock, lookMs, signal);
  }
};

/** Whether the agent takes connections again, which it refused before. */
const cameBack = async (watch: Watching): Promise<boolean> => {
  const seen = await watch.options.lookAtAgent();
  const isBack = watch.isAway && seen === 'listening';
  if (seen !== 'silent') watch.isAway = seen === 'refused';
  return isBack;
};

const followScenarios = async (watch: Watching, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const files = await watch.options.changedScenarios(signal);
    watch.changed = new Set([...watch.changed, ...files]);
    playChanged(watch);
  }
};

/** What has changed is played with what is watched; during a run it waits for the end. */
const playChanged = (watch: Watching): void => {
  if (watch.changed.size === 0 || isRunning(watch)) return;
  const files = [...new Set([...(wanted(watch) ?? []), ...watch.changed])];
  watch.changed = new Set();
  void play(watch, 'scenario-changed', files);
};

/** The given scenarios; else those that failed in the last run, or all of it. */
const wanted = ({ view, options }: Watching): readonly string[] | undefined => {
  if (view.scenarios !== undefined) return view.scenarios;
  const last = options.desk.list().find(({ state }) => state === 'finished');
  const failed = last?.scenarios.filter(({ verdict }) => verdict === 'failed') ?? [];
  const again = failed.length > 0 ? failed : (last?.scenarios ?? []);
  return again.length === 0 ? undefined : again.map(({ file }) => file);
};

const play = async (
  watch: Watching,
  because: NonNullable<WatchView['last']>['because'],
  scenarios: readonly string[] | undefined,
): Promise<void> => {
  const { desk, clock, onError } = watch.options;
  try {
    const run = await desk.start(scenarios === undefined ? {} : { scenarios });
    const last = { runId: run.id, at: toInstant(clock.now()), because };
    if (watch.view.state === 'on') show(watch, { ...watch.view, last });
  } catch (error) {
    // Such as a scenario that is gone: the next change tries again.
    onError(error);
  }
};
