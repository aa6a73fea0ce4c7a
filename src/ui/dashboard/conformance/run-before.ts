import type { RunView } from '../../../spec/admin/views.ts';

/** The last finished run of the same thing before this one; `runs` newest first. */
export const runBefore = (runs: readonly RunView[], run: RunView): RunView | undefined => {
  const place = runs.findIndex(({ id }) => id === run.id);
  if (place === -1 || run.state !== 'finished') return undefined;
  return runs
    .slice(place + 1)
    .find(({ state, title }) => state === 'finished' && title === run.title);
};
