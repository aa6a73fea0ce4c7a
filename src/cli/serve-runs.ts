import { dirname, join } from 'node:path';
import type { Run } from '../formats/run.ts';
import { loadPageFiles } from '../report/open-html.ts';
import type { RunHooks } from '../runner/run-context.ts';
import type { RunToPerform } from '../runner/run-desk.ts';
import { createRunDesk } from '../runner/run-desk.ts';
import { createMemoryRunStore, openRunStore } from '../runner/run-store.ts';
import type { OpenRuns, RunHost } from '../serve/run-host.ts';
import { openAgentClient, runContextOf } from './agent-client.ts';
import type { OpenHooks } from './open-hooks.ts';
import { needsLaunches, openHooks } from './open-hooks.ts';
import { tool } from './package-files.ts';
import type { Settings } from './resolve-settings.ts';
import { demandCallbackUrl } from './resolve-settings.ts';

interface ServeRunsOptions {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: () => Settings;
  readonly host: RunHost;
  /** Runs are kept in a folder beside it; in memory where it is `:memory:`. */
  readonly journal: string;
  readonly allowPublicTarget: boolean;
  /** Instead of what the configuration says. */
  readonly hooks: () => RunHooks;
  readonly onError: (error: unknown) => void;
}

/** The runs that are started from the dashboard. */
export const openServeRuns = async (options: ServeRunsOptions): Promise<OpenRuns> => {
  const { host, journal, onError } = options;
  const store =
    journal === ':memory:'
      ? createMemoryRunStore()
      : await openRunStore(join(dirname(journal), 'runs'));
  const desk = createRunDesk({
    perform: async (run) => await performInServe(options, run),
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

const everything = { only: [], skip: [] } as const;

/** How long a refused agent is watched, milliseconds: it may have other things to do than this run. */
const watchMs = 500;

/** Plays scenarios from the platform that serves: over its journal, with its own launch links. */
const performInServe = async (
  options: ServeRunsOptions,
  { scenarios, tell, signal }: RunToPerform,
): Promise<Run> => {
  const { host, allowPublicTarget } = options;
  const settings = options.settings();
  const client = await openAgentClient({
    settings,
    callbackUrl: demandCallbackUrl(settings),
    recorder: { record: host.record, close: () => undefined },
    allowPublicTarget,
    signal,
  });
  let resume: (() => void) | undefined;
  let opened: OpenHooks | undefined;
  try {
    resume = await host.pauseJudging();
    opened = await openHooks({
      settings,
      openPlatform: needsLaunches(scenarios, everything) ? async () => host.platform : undefined,
      watchMs,
      allowPublicTarget,
      record: client.record,
      signal,
    });
    // Loaded with the first run: the judges take longer than the rest of the start.
    const { runScenarios } = await import('../runner/run-scenarios.ts');
    const run = await runScenarios(runContextOf(client, { ...opened.hooks, ...options.hooks() }), {
      scenarios,
      selection: everything,
      policy: { strict: false },
      bail: false,
      dialect: 'by-probes',
      seed: settings.seed,
      tool: tool(),
      tell,
    });
    if (run.dialect !== undefined) host.useDialect(run.dialect.name);
    return run;
  } finally {
    resume?.();
    client.close();
    await opened?.close();
  }
};
