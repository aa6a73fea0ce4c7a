import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunView } from '../api/schemas/runs.ts';
import { isFileName } from '../base/file-name.ts';
import type { Run } from '../formats/run.ts';

/** The finished runs of a platform, kept in a folder: for each the report.json and its line in the history. */
export interface RunStore {
  /** Newest first. */
  readonly kept: readonly RunView[];
  keep(view: RunView, run: Run): Promise<void>;
  /** Undefined where there is none of that id, or none that can be read. */
  read(id: string): Promise<Run | undefined>;
}

/** A run, and how the history lists it. */
export interface ShownRun {
  readonly view: RunView;
  readonly run: Run;
}

/** The store with these runs beside its own: they are shown, and never written. */
export const withStored = (store: RunStore, stored: readonly ShownRun[]): RunStore => ({
  get kept() {
    return [...stored.map(({ view }) => view), ...store.kept];
  },
  keep: store.keep,
  read: async (id) => stored.find(({ view }) => view.id === id)?.run ?? (await store.read(id)),
});

/** The oldest beyond this many are removed. */
const mostRuns = 50;
const mostInMemory = 10;

/** Keeps runs as long as the process lives. */
export const createMemoryRunStore = (): RunStore => {
  let kept: readonly ShownRun[] = [];
  return {
    get kept() {
      return kept.map(({ view }) => view);
    },
    keep: async (view, run) => {
      kept = [{ view, run }, ...kept].slice(0, mostInMemory);
    },
    read: async (id) => kept.find(({ view }) => view.id === id)?.run,
  };
};

/** Opens the folder; what is no run in it is left alone. */
export const openRunStore = async (folder: string): Promise<RunStore> => {
  let kept = await readViews(folder);
  const fileOf = (id: string, kind: 'report' | 'view'): string => join(folder, `${id}.${kind}.json`);
  return {
    get kept() {
      return kept;
    },
    keep: async (view, run) => {
      await mkdir(folder, { recursive: true });
      await writeFile(fileOf(view.id, 'report'), JSON.stringify(run));
      await writeFile(fileOf(view.id, 'view'), JSON.stringify(view));
      const all = [view, ...kept];
      kept = all.slice(0, mostRuns);
      await Promise.all(
        all
          .slice(mostRuns)
          .flatMap(({ id }) => [rm(fileOf(id, 'report'), { force: true }), rm(fileOf(id, 'view'), { force: true })]),
      );
    },
    read: async (id) => {
      if (!isFileName(id)) return undefined;
      const value = await readJson(fileOf(id, 'report'));
      if (value === undefined) return undefined;
      // Loaded here: zod takes longer than the rest of the start.
      const { checkRun } = await import('../formats/run.ts');
      const checked = checkRun(value);
      return checked.kind === 'run' ? checked.run : undefined;
    },
  };
};

const readViews = async (folder: string): Promise<readonly RunView[]> => {
  const names = await readdir(folder).catch(() => [] as string[]);
  const views = await Promise.all(
    names.filter((name) => name.endsWith('.view.json')).map(async (name) => await readJson(join(folder, name))),
  );
  return views
    .filter(isView)
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .slice(0, mostRuns);
};

const isView = (value: unknown): value is RunView => {
  const view = value as Partial<RunView> | null | undefined;
  return (
    typeof view?.id === 'string' &&
    isFileName(view.id) &&
    typeof view.startedAt === 'string' &&
    typeof view.title === 'string' &&
    Array.isArray(view.scenarios)
  );
};

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
};
