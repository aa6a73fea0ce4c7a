import type { Database } from 'better-sqlite3';
import type { Exchange, RecordExchange } from '../contract/exchange.ts';
import { WalletproofError } from '../contract/walletproof-error.ts';
import { createBatch } from './create-batch.ts';
import type { ExchangeQuery } from './create-finder.ts';
import { createFinder } from './create-finder.ts';
import { createWriter } from './create-writer.ts';
import { openDatabase } from './open-database.ts';
import type { BatchWriter, ThreadOptions } from './write-in-thread.ts';
import { writeInThread } from './write-in-thread.ts';

export interface JournalOptions {
  /** A path, whose folders are created, or `:memory:`. */
  readonly file: string;
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** `thread`: written by a thread of its own, for a server; it needs a file. `inline` when absent. */
  readonly writing?: 'inline' | 'thread' | undefined;
  /** Told once, when exchanges could not be written. */
  readonly onError?: ((error: WalletproofError) => void) | undefined;
}

/** The record of every exchange. Whatever was recorded is there for the next read. */
export interface Journal {
  /** Never throws and never waits: the row is committed within a few milliseconds. */
  readonly record: RecordExchange;
  exchange(id: string): Exchange | undefined;
  /** The last `limit` that match, or the first ones after `after`; oldest first. */
  exchanges(query: ExchangeQuery): Exchange[];
  count(): number;
  /** How many exchanges could not be written: the disk was full, or the journal closed. */
  lost(): number;
  flush(): void;
  close(): void;
}

/** Opens a journal; a WalletproofError where the file is none, is of another version or unusable. */
export const openJournal = (options: JournalOptions): Journal => {
  const { file, onError } = options;
  const database = openDatabase(file);
  const find = createFinder(database);
  const size = database
    .prepare<[], number>(
      'SELECT coalesce((SELECT max(seq) FROM exchanges) - (SELECT min(seq) FROM exchanges) + 1, 0)',
    )
    .pluck();
  const losses = createLosses(file, onError);
  const writer = openWriter(database, { ...options, onLoss: losses.add });
  const batch = createBatch<Exchange>(writer.write);
  const flush = (): void => {
    batch.flush();
    writer.settle();
  };
  const flushed = <T>(read: () => T): T => {
    flush();
    return read();
  };

  return {
    record: batch.add,
    exchange: (id) => flushed(() => find.one(id)),
    exchanges: (query) => flushed(() => find.many(query)),
    count: () => flushed(() => size.get() ?? 0),
    lost: () => flushed(losses.count),
    flush,
    close: () =>
      flushed(() => {
        writer.close();
        database.close();
      }),
  };
};

type WriterOptions = JournalOptions & Pick<ThreadOptions, 'onLoss'>;

const openWriter = (database: Database, options: WriterOptions): BatchWriter => {
  const { file, maxExchanges, onLoss, writing } = options;
  // A database in memory belongs to its connection: no other thread can write to it.
  if (writing === 'thread' && file !== ':memory:') return writeInThread(options);
  const write = createWriter(database, maxExchanges);
  return {
    write: (exchanges) => {
      try {
        write(exchanges);
      } catch (error) {
        onLoss(exchanges.length, error);
      }
    },
    settle: () => undefined,
    close: () => undefined,
  };
};

const createLosses = (file: string, onError: JournalOptions['onError']) => {
  let lost = 0;
  return {
    count: () => lost,
    add: (exchanges: number, cause: unknown) => {
      if (lost === 0) onError?.(lossError(file, cause));
      lost += exchanges;
    },
  };
};

const lossError = (file: string, cause: unknown): WalletproofError =>
  new WalletproofError(
    'environment',
    `The journal ${file} cannot be written: ${(Object(cause) as Partial<Error>).message}.`,
    'Free some space, or name another file with --journal; what happens until then is missing from the journal.',
    { cause },
  );
