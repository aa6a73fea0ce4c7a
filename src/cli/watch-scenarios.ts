import { resolve } from 'node:path';
import type { ScenarioStore } from '../serve/scenario-store.ts';
import type { FileWatch } from './watch-files.ts';

/** The files of saved scenarios that have changed, once some have; watched until the signal. */
export const watchScenarios = (
  folder: string,
  scenarios: Pick<ScenarioStore, 'list'>,
): ((signal: AbortSignal) => Promise<readonly string[]>) => {
  const open = new WeakMap<AbortSignal, Promise<FileWatch>>();
  return async (signal) => {
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
