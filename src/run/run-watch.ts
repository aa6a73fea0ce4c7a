import type { RunView, WatchOrder, WatchView } from '../api/schemas/runs.ts';
import { type Clock, pause } from '../base/clock.ts';
import { toInstant } from '../formats/written-time.ts';
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

/** How often it is looked whether the agent is there. */
const lookMs = 500;

/** Plays scenarios again when the agent was started again, or a saved scenario has changed. */
export class RunWatch {
  readonly #options: RunWatchOptions;
  #ending: AbortController | undefined;
  #view: WatchView = { state: 'off' };
  /** The agent has refused connections since it took some. */
  #isAway = false;
  /** Files of scenarios that have changed and were not played since. */
  #changed: ReadonlySet<string> = new Set();

  constructor(options: RunWatchOptions) {
    this.#options = options;
  }

  view(): WatchView {
    return this.#view;
  }

  begin({ scenarios }: WatchOrder): WatchView {
    this.#ending?.abort();
    const ending = new AbortController();
    this.#ending = ending;
    this.#isAway = false;
    this.#changed = new Set();
    this.#show({ state: 'on', ...(scenarios === undefined ? {} : { scenarios }) });
    for (const follow of [this.#followAgent(ending.signal), this.#followScenarios(ending.signal)]) {
      follow.catch((error: unknown) => {
        if (!ending.signal.aborted) this.#options.onError(error);
      });
    }
    return this.#view;
  }

  /** Whether it was on. */
  end(): boolean {
    const wasOn = this.#view.state === 'on';
    this.#ending?.abort();
    if (wasOn) this.#show({ state: 'off' });
    return wasOn;
  }

  /** Takes note of a run: none is started beside it. */
  noteRun({ state }: RunView): void {
    // A scenario may have restarted the agent itself.
    this.#isAway = false;
    if (state !== 'running' && this.#view.state === 'on') this.#playChanged();
  }

  #show(view: WatchView): void {
    this.#view = view;
    this.#options.onChange(view);
  }

  #isRunning(): boolean {
    return this.#options.desk.list().some(({ state }) => state === 'running');
  }

  async #followAgent(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isBack = !this.#isRunning() && (await this.#cameBack());
      if (signal.aborted) return;
      if (isBack && !this.#isRunning()) await this.#play('agent-restarted', this.#wanted());
      await pause(this.#options.clock, lookMs, signal);
    }
  }

  /** Whether the agent takes connections again, which it refused before. */
  async #cameBack(): Promise<boolean> {
    const seen = await this.#options.lookAtAgent();
    const isBack = this.#isAway && seen === 'listening';
    if (seen !== 'silent') this.#isAway = seen === 'refused';
    return isBack;
  }

  async #followScenarios(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const files = await this.#options.changedScenarios(signal);
      this.#changed = new Set([...this.#changed, ...files]);
      this.#playChanged();
    }
  }

  /** What has changed is played with what is watched; during a run it waits for the end. */
  #playChanged(): void {
    if (this.#changed.size === 0 || this.#isRunning()) return;
    const files = new Set([...(this.#wanted() ?? []), ...this.#changed]);
    this.#changed = new Set();
    void this.#play('scenario-changed', [...files]);
  }

  /** The given scenarios; else those that failed in the last run, or all of it. */
  #wanted(): readonly string[] | undefined {
    if (this.#view.scenarios !== undefined) return this.#view.scenarios;
    const last = this.#options.desk.list().find(({ state }) => state === 'finished');
    const failed = last?.scenarios.filter(({ verdict }) => verdict === 'failed') ?? [];
    const again = failed.length > 0 ? failed : (last?.scenarios ?? []);
    return again.length === 0 ? undefined : again.map(({ file }) => file);
  }

  async #play(
    because: NonNullable<WatchView['last']>['because'],
    scenarios: readonly string[] | undefined,
  ): Promise<void> {
    const { desk, clock, onError } = this.#options;
    try {
      const run = await desk.start(scenarios === undefined ? {} : { scenarios });
      const last = { runId: run.id, at: toInstant(clock.now()), because };
      if (this.#view.state === 'on') this.#show({ ...this.#view, last });
    } catch (error) {
      // Such as a scenario that is gone: the next change tries again.
      onError(error);
    }
  }
}
