import { systemClock } from '../base/clock.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { MissingDriver, openFileJournal } from './file-journal.ts';
import type { Journal } from './journal.ts';
import { mostInMemory, openMemoryJournal } from './memory-journal.ts';

export interface JournalOptions {
  /** A path, whose folders are created, or `:memory:`. */
  readonly file: string;
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** The oldest go as well where the file needs more bytes than this; 512 MiB when absent. */
  readonly maxBytes?: number;
  /** As JSON, what a platform keeps for its next start; keeps nothing where this is absent. */
  readonly writeKept?: (value: unknown) => string;
  /** Where SQLite cannot be loaded: `memory` goes on without the file and says so. An error when absent. */
  readonly withoutDriver?: 'memory';
  /** Unix milliseconds, for the name of a damaged file. */
  readonly now?: () => number;
  /** Told what goes wrong with the file, each thing once. */
  readonly onError?: (error: WalletproofError) => void;
}

const usualMaxBytes = 512 * 1024 * 1024;

/** Opens a journal; rejects with a WalletproofError where the file is none, or cannot be used. */
export const openJournal = async (options: JournalOptions): Promise<Journal> => {
  const { file, maxExchanges, maxBytes = usualMaxBytes, withoutDriver } = options;
  const { now = systemClock.now, onError = () => undefined } = options;
  const inMemory = (): Journal => openMemoryJournal({ maxExchanges, maxBytes: Math.min(maxBytes, mostInMemory) });
  if (file === ':memory:') return inMemory();
  try {
    return await openFileJournal({ ...options, maxBytes, now, onError });
  } catch (error) {
    if (!(error instanceof MissingDriver) || withoutDriver === undefined) throw error;
    const sentence = `${error.message} The journal is kept in memory.`;
    onError(new WalletproofError(error.code, `${sentence} ${error.remedy}`, ''));
    const journal = inMemory();
    const degraded = [sentence];
    return { ...journal, state: () => ({ ...journal.state(), degraded }) };
  }
};
