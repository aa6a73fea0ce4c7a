import type { Run } from '../formats/run.ts';
import type { Journal } from '../journal/journal.ts';
import { viewOfRun } from './run-desk.ts';
import type { ShownRun } from './run-store.ts';
import { journalOfRun } from './stored-exchanges.ts';

/** A run that was made elsewhere, as the history shows it, with its exchanges. */
export interface StoredRun extends ShownRun {
  readonly journal: Journal;
}

/** Runs that were read from files: `stored-1`, `stored-2`, in their order. */
export const storedRuns = (read: readonly { readonly file: string; readonly run: Run }[]): readonly StoredRun[] =>
  read.map(({ file, run }, index) => {
    const id = `stored-${index + 1}`;
    const view = viewOfRun({ id, title: `${file}: ${titleOf(run)}` }, run);
    return { view, run, journal: journalOfRun(run, id) };
  });

const titleOf = ({ scenarios }: Run): string => {
  const [only] = scenarios;
  return scenarios.length === 1 && only !== undefined ? only.title : `${scenarios.length} scenarios`;
};
