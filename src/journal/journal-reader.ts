import { existsSync } from 'node:fs';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';
import { type FoundFile, identifyFile, schemaVersion } from './identify-file.ts';
import type { Journal, JournalBounds } from './journal.ts';
import { JournalDatabase } from './journal-database.ts';
import { search } from './search.ts';
import { causeText } from './sqlite-errors.ts';

/** A journal's file as it is read beside the process that writes it: nothing in it is changed. */
export interface JournalReader extends Pick<Journal, 'rows' | 'row'> {
  bounds(): JournalBounds;
  close(): void;
}

/** Opens a journal for reading alone. Throws a WalletproofError where there is none, or none of this version. */
export const openJournalReader = (file: string): JournalReader => {
  const explained = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw unreadable(file, error);
    }
  };
  const database = explained(() => {
    demandJournal(file, identifyFile(file));
    return JournalDatabase.read(file);
  });
  return {
    rows: async (query, signal) => await search((order) => explained(() => database.look(order)), query, signal),
    row: async (id) => explained(() => database.row(database.seqOf(id))),
    bounds: () => {
      const { first, last } = explained(() => database.range());
      return { firstSeq: first, lastSeq: last };
    },
    close: () => database.close(),
  };
};

const demandJournal = (file: string, found: FoundFile): void => {
  if (found.kind === 'journal' && found.version === schemaVersion) return;
  const remedy = 'Give --journal the file of walletproof serve (default: .walletproof/journal.db).';
  throw usageError(sentenceOf(file, found), remedy);
};

const sentenceOf = (file: string, found: FoundFile): string => {
  if (!existsSync(file)) return `There is no journal ${file}.`;
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

const unreadable = (file: string, error: unknown): WalletproofError =>
  error instanceof WalletproofError
    ? error
    : usageError(
        `The journal ${file} cannot be read: ${causeText(error)}.`,
        'Check that the file and its folder can be read: SQLite needs the files FILE-wal and FILE-shm beside it, too.',
        { cause: error },
      );
