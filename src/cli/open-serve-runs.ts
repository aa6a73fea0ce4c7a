import { dirname, join } from 'node:path';
import { loadPageFiles } from '../report/load-page-files.ts';
import { createRunDesk } from '../runner/run-desk/create-run-desk.ts';
import { createMemoryRunStore, openRunStore } from '../runner/run-desk/open-run-store.ts';
import type { Backstage, OpenRuns } from '../serve/stage-options.ts';
import type { ServedRuns } from './perform-in-serve.ts';

export interface ServeRunsOptions extends ServedRuns {
  /** Runs are kept in a folder beside it; in memory where it is `:memory:`. */
  readonly journal: string;
  readonly onError: (error: unknown) => void;
}

/** The desk where runs are started from the dashboard. */
export const openServeRuns = async (options: ServeRunsOptions): Promise<OpenRuns> => {
  const { backstage, journal, onError } = options;
  const store =
    journal === ':memory:'
      ? createMemoryRunStore()
      : await openRunStore(join(dirname(journal), 'runs'));
  const desk = createRunDesk({
    perform: async (performance) => {
      // Loaded with the first run: the suite and its judges take longer than the rest of the start.
      const { performInServe } = await import('./perform-in-serve.ts');
      return await performInServe(options)(performance);
    },
    scenarios: backstage.scenarios.all,
    store,
    clock: backstage.clock,
    newId: runIds(backstage),
    onChange: backstage.onRun,
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
const runIds = ({ clock }: Backstage): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    const time = new Date(clock.now()).toISOString().slice(0, 19);
    return `${time.replaceAll(/[-:]/g, '').replace('T', '-')}-${count}`;
  };
};
