import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../../src/journal/journal.ts';
import { type JournalOptions, openJournal } from '../../src/journal/open-journal.ts';

/** Where journals are opened for a test. */
export interface JournalPlace {
  /** A file, or `:memory:`. */
  readonly file: string;
  open(options?: Partial<JournalOptions>): Promise<Journal>;
  /** Closes them all. */
  close(): Promise<void>;
  /** Closes them all and leaves nothing. */
  remove(): Promise<void>;
}

/** An own folder for one file. */
export const openFolder = (): JournalPlace & { readonly folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const place = placeOf(join(folder, 'journal.db'));
  return {
    ...place,
    folder,
    remove: async () => {
      await place.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const placeOf = (file: string): JournalPlace => {
  const opened: Journal[] = [];
  const close = async (): Promise<void> => {
    for (const journal of opened.splice(0)) await journal.close();
  };
  return {
    file,
    open: async (options = {}) => {
      const journal = await openJournal({ file, maxExchanges: 1_000_000, ...options });
      opened.push(journal);
      return journal;
    },
    close,
    remove: close,
  };
};

/** The two journals that there are: what is true of one is true of the other. */
export const bothJournals: readonly (readonly [string, () => JournalPlace])[] = [
  ['in memory', () => placeOf(':memory:')],
  ['in a file', openFolder],
];
