import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { createChunkIndex } from './chunk-index.ts';
import { createFinder } from './create-finder.ts';
import { type FoundFile, identifyFile } from './identify-file.ts';
import type { Journal, JournalBounds } from './journal.ts';
import { schemaVersion } from './schema.ts';
import { type Searched, searchInSlices } from './search-in-slices.ts';
import { causeText } from './sqlite-errors.ts';

/** A journal's file as it is read beside the process that writes it: nothing in it is changed. */
export interface JournalReader extends Pick<Journal, 'rows' | 'row'> {
  bounds(): JournalBounds;
  close(): void;
}

/**
 * Opens a journal for reading alone. Throws a WalletproofError where there is none, or none of this
 * version. A file that is put in its place is read from then on.
 */
export const openJournalReader = (file: string): JournalReader => {
  let current = connect(file);
  const searched = (): Searched => {
    const identity = identityOf(file);
    if (identity !== undefined && identity !== current.identity) {
      const next = connect(file);
      current.close();
      current = next;
    }
    return current.searched;
  };
  return {
    rows: async (query, signal) => await explaining(file, async () => await searchInSlices(searched(), query, signal)),
    row: async (id) =>
      await explaining(file, async () => {
        const source = searched();
        const seq = source.seqOf(id);
        return seq === undefined ? undefined : source.row(seq);
      }),
    bounds: () => {
      const { first, last } = current.searched.range();
      return { firstSeq: first, lastSeq: last };
    },
    close: () => current.close(),
  };
};

/** The writer commits within milliseconds; a checkpoint may take longer. */
const busyTimeoutMs = 1_000;

const connect = (file: string) => {
  demandJournal(file);
  try {
    const database = new SqliteDatabase(file, { readonly: true, timeout: busyTimeoutMs });
    const searched = createFinder(database, { index: createChunkIndex(database), floor: 0 });
    return { searched, identity: identityOf(file), close: () => database.close() };
  } catch (error) {
    throw unreadable(file, error);
  }
};

const demandJournal = (file: string): void => {
  const found = explained(file, () => identifyFile(file));
  if (found.kind === 'journal' && found.version === schemaVersion) return;
  throw new WalletproofError('usage', sentenceOf(file, found), remedyOf(found));
};

const sentenceOf = (file: string, found: FoundFile): string => {
  if (identityOf(file) === undefined) return `There is no journal ${file}.`;
  switch (found.kind) {
    case 'free':
      return `${file} is empty: it is not a journal yet.`;
    case 'foreign':
      return `${file} is a database of another program, not a journal.`;
    case 'no-database':
      return `${file} is not a journal.`;
    case 'journal':
      return `${file} is a journal of version ${found.version}; this program reads version ${schemaVersion}.`;
  }
};

const remedyOf = (found: FoundFile): string =>
  found.kind === 'journal' && found.version < schemaVersion
    ? 'Start walletproof serve with it once: that brings it up to date.'
    : 'Give --journal the file of walletproof serve (default: .walletproof/journal.db).';

const explaining = async <T>(file: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    throw unreadable(file, error);
  }
};

const explained = <T>(file: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw unreadable(file, error);
  }
};

/** An abort stays what it is. */
const unreadable = (file: string, error: unknown): unknown => {
  if (error instanceof WalletproofError) return error;
  if (error instanceof Error && error.name === 'AbortError') return error;
  return new WalletproofError(
    'usage',
    `The journal ${file} cannot be read: ${causeText(error)}.`,
    'Check that the file and its folder can be read: SQLite needs the files FILE-wal and FILE-shm beside it, too.',
    { cause: error },
  );
};

/** Which file lies there; undefined where none does. */
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
};
