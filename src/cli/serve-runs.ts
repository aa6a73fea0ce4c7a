import { dirname, join } from 'node:path';
import type { Run } from '../formats/run.ts';
import { loadPageFiles } from '../report/open-html.ts';
import type { RunHooks } from '../runner/run-context.ts';
import type { PerformRun } from '../runner/run-desk.ts';
import { createRunDesk } from '../runner/run-desk.ts';
import { runScenarios } from '../runner/run-scenarios.ts';
import { createMemoryRunStore, openRunStore } from '../runner/run-store.ts';
import type { OpenRuns, RunHost } from '../serve/run-host.ts';
import type { AgentClient } from './agent-client.ts';
import { openAgentClient, runContextOf } from './agent-client.ts';
import { needsLaunches, openHooks } from './open-hooks.ts';
import { tool } from './package-files.ts';
import type { Settings } from './resolve-settings.ts';
import { demandCallbackUrl } from './resolve-settings.ts';

export interface ServeRunsOptions extends ServedRuns {
  /** Runs are kept in a folder beside it; in memory where it is `:memory:`. */
  readonly journal: string;
  readonly onError: (error: unknown) => void;
}

/** The desk where runs are started from the dashboard. */
export const openServeRuns = async (options: ServeRunsOptions): Promise<OpenRuns> => {
  const { host, journal, onError } = options;
  const store =
    journal === ':memory:'
      ? createMemoryRunStore()
      : await openRunStore(join(dirname(journal), 'runs'));
  const desk = createRunDesk({
    perform: async (performance) => {
      // Loaded with the first run: the suite and its judges take longer than the rest of the start.
      const { performInServe } = await import('./serve-runs.ts');
      return await performInServe(options)(performance);
    },
    scenarios: host.scenarios.all,
    store,
    clock: host.clock,
    newId: runIds(host),
    onChange: host.onRun,
    onError,
  });
  return {
    ...desk,
    report: async (id) => {
      const run = await desk.one(id);
      if (run === undefined) return undefined;
      // Loaded here: a page is rendered long after the start, if at all.
      const { renderHtml } = await import('../report/html/render-html.tsx');
      return renderHtml(run, await loadPageFiles());
    },
  };
};

/** `20261231-120000-1`: the time, and a number where two begin in one second. */
const runIds = ({ clock }: RunHost): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    const time = new Date(clock.now()).toISOString().slice(0, 19);
    return `${time.replaceAll(/[-:]/g, '').replace('T', '-')}-${count}`;
  };
};

export interface ServedRuns {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: () => Settings;
  readonly host: RunHost;
  readonly allowPublicTarget: boolean;
  /** Instead of what the configuration says. */
  readonly hooks: () => RunHooks;
}

type Performance = Parameters<PerformRun>[0];

const everything = { only: [], skip: [] } as const;

/** How long a refused agent is watched, milliseconds: it may have other things to do than this run. */
const watchMs = 500;

/** Plays scenarios from the platform that serves: over its journal, with its own launch links. */
export const performInServe =
  (runs: ServedRuns): PerformRun =>
  async (performance) => {
    const settings = runs.settings();
    const callbackUrl = demandCallbackUrl(settings);
    const { record } = runs.host;
    const line = await openAgentClient({
      ...{ settings, callbackUrl, signal: performance.signal },
      recorder: { record, close: () => undefined },
      allowPublicTarget: runs.allowPublicTarget,
    });
    try {
      const resume = await runs.host.pauseJudging();
      try {
        const run = await play(runs, { ...performance, settings, callbackUrl, line });
        if (run.dialect !== undefined) runs.host.useDialect(run.dialect.name);
        return run;
      } finally {
        resume();
      }
    } finally {
      line.close();
    }
  };

interface Played extends Performance {
  readonly settings: Settings;
  readonly callbackUrl: string;
  readonly line: AgentClient;
}

const play = async (
  { host, allowPublicTarget, hooks }: ServedRuns,
  { settings, callbackUrl, line, scenarios, tell, signal }: Played,
): Promise<Run> => {
  const opened = await openHooks({
    ...{ settings, signal, watchMs, allowPublicTarget },
    record: line.record,
    openPlatform: needsLaunches(scenarios, everything) ? async () => host.platform : undefined,
  });
  try {
    return await runScenarios(
      runContextOf(settings, {
        ...{ callbackUrl, signal },
        send: line.send,
        hooks: { ...opened.hooks, ...hooks() },
      }),
      {
        ...{ scenarios, tell },
        selection: everything,
        policy: { strict: false },
        bail: false,
        dialect: 'by-probes',
        seed: settings.seed,
        tool: tool(),
      },
    );
  } finally {
    await opened.close();
  }
};
