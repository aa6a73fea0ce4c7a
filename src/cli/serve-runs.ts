import { dirname, join } from 'node:path';
import { createRunDesk } from '../runner/run-desk.ts';
import { createMemoryRunStore, openRunStore } from '../runner/run-store.ts';
import type { OpenRuns, RunHost } from '../serve/run-host.ts';
import type { ServedRuns } from './perform-in-serve.ts';

interface ServeRunsOptions extends ServedRuns {
  /** Runs are kept in a folder beside it; in memory where it is `:memory:`. */
  readonly journal: string;
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
    perform: async (run) => {
      // Loaded with the first run: the suite and its judges take longer than the rest of the start.
      const { performInServe } = await import('./perform-in-serve.ts');
      return await performInServe(options, run);
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
      const { loadPageFiles } = await import('../report/open-html.ts');
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
