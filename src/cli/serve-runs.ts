import { dirname, join, resolve } from 'node:path';
import type { Run } from '../formats/run.ts';
import { RunDesk } from '../run/run-desk.ts';
import { createMemoryRunStore, openRunStore, withStored } from '../run/run-store.ts';
import { RunWatch } from '../run/run-watch.ts';
import type { StoredRun } from '../run/stored-runs.ts';
import type { OpenRuns, RunHost } from '../serve/run-host.ts';
import type { ScenarioStore } from '../serve/scenario-store.ts';
import type { ServedRuns } from './calls-of-serve.ts';
import { lookAt } from './is-listening.ts';
import type { FileWatch } from './watch-files.ts';

interface ServeRunsOptions extends ServedRuns {
  /** Runs are kept in a folder beside it; in memory where it is `:memory:`. */
  readonly journal: string;
  /** Runs that were made elsewhere, to be shown beside those. */
  readonly stored: readonly StoredRun[];
  /** Where scenarios are saved. */
  readonly scenariosFolder: string;
  /** Where the agent is; undefined where nobody knows. */
  readonly callbackUrl: () => string | undefined;
  readonly onError: (error: unknown) => void;
}

/** The runs that are started from the dashboard, and those that were given. */
export const openServeRuns = async (options: ServeRunsOptions): Promise<OpenRuns> => {
  const { host, journal, stored, callbackUrl, onError } = options;
  const own = journal === ':memory:' ? createMemoryRunStore() : await openRunStore(join(dirname(journal), 'runs'));
  const desk = new RunDesk({
    perform: async (order) => {
      const { performInServe } = await import('./calls-of-serve.ts');
      const { judgementsOfRun } = await import('../judge/exchanges.ts');
      const run = await performInServe(options, order);
      host.judge(judgementsOfRun(run));
      return run;
    },
    scenarios: host.scenarios.all,
    store: withStored(own, stored),
    clock: host.clock,
    newId: runIds(host),
    onChange: (run) => {
      host.onRun(run);
      watch.noteRun(run);
    },
    onFound: host.onFound,
    onReport: host.onReport,
    onError,
  });
  const watch = new RunWatch({
    desk,
    lookAtAgent: async () => {
      const url = callbackUrl();
      return url === undefined ? 'silent' : await lookAt(url);
    },
    changedScenarios: watchScenarios(options.scenariosFolder, host.scenarios),
    clock: host.clock,
    onChange: host.onWatch,
    onError,
  });
  for (const { view, run } of stored) host.onReport(view, run);
  return {
    list: () => desk.list(),
    start: async (order) => await desk.start(order),
    one: async (id) => await desk.one(id),
    compare: async (beforeId, nowId) => await desk.compare(beforeId, nowId),
    interrupt: () => desk.interrupt(),
    watch,
    journals: new Map(stored.map(({ view, journal: beside }) => [view.id, beside])),
    view: async (id) => await pageOf(await desk.one(id)),
    report: async (id) => await reportOf(await desk.one(id)),
    close: async () => {
      watch.end();
      await desk.close();
    },
  };
};

// Loaded there: a page is rendered long after the start, if at all.
const pageOf = async (run: Run | undefined) => {
  if (run === undefined) return undefined;
  const { createReportView } = await import('../report/report-view.ts');
  return createReportView(run, { exchanges: 'linked' });
};

const reportOf = async (run: Run | undefined) => {
  if (run === undefined) return undefined;
  const { renderHtml } = await import('../report/html/render-html.tsx');
  const { loadPageFiles } = await import('../report/open-html.ts');
  return renderHtml(run, await loadPageFiles(), { hrefOfExchange });
};

/** From `/__admin/runs/:id/report` to the page of an exchange, wherever the platform is mounted. */
const hrefOfExchange = (id: string): string => `../../../#/exchanges/${encodeURIComponent(id)}`;

/** `20261231-120000-1`: the time, and a number where two begin in one second. */
const runIds = ({ clock }: RunHost): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    const time = new Date(clock.now()).toISOString().slice(0, 19);
    return `${time.replaceAll(/[-:]/g, '').replace('T', '-')}-${count}`;
  };
};

/** The files of saved scenarios that have changed, once some have; watched until the signal. */
const watchScenarios = (folder: string, scenarios: Pick<ScenarioStore, 'list'>) => {
  const open = new WeakMap<AbortSignal, Promise<FileWatch>>();
  return async (signal: AbortSignal): Promise<readonly string[]> => {
    const files = open.get(signal) ?? watchUntil(signal, folder);
    open.set(signal, files);
    for (;;) {
      const changed = new Set((await (await files).next(signal)).map((file) => resolve(file)));
      const saved = await scenarios.list();
      const whole = saved.filter(({ home, error }) => home === 'saved' && error === undefined);
      const found = whole.filter(({ file }) => changed.has(resolve(file)));
      // One that is being written, or is gone, is no news yet.
      if (found.length > 0) return found.map(({ file }) => file);
    }
  };
};

const watchUntil = async (signal: AbortSignal, folder: string): Promise<FileWatch> => {
  // Loaded here: most platforms watch nothing.
  const { watchFiles } = await import('./watch-files.ts');
  const watch = await watchFiles({ paths: [folder], written: [] });
  if (signal.aborted) await watch.close();
  signal.addEventListener('abort', () => void watch.close());
  return watch;
};
