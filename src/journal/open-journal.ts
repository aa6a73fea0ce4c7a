import type { Exchange, RecordExchange } from '../contract/exchange.ts';
import { WalletproofError } from '../contract/walletproof-error.ts';
import { createBatch } from './create-batch.ts';
import type { ExchangeQuery } from './create-finder.ts';
import { createFinder } from './create-finder.ts';
import { createWriter } from './create-writer.ts';
import { openDatabase } from './open-database.ts';

export interface JournalOptions {
  /** A path, whose folders are created, or `:memory:`. */
  readonly file: string;
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
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
export const openJournal = ({ file, maxExchanges, onError }: JournalOptions): Journal => {
  const database = openDatabase(file);
  const write = createWriter(database, maxExchanges);
  const find = createFinder(database);
  const size = database
    .prepare<[], number>(
      'SELECT coalesce((SELECT max(seq) FROM exchanges) - (SELECT min(seq) FROM exchanges) + 1, 0)',
    )
    .pluck();
  const losses = createLosses(file, onError);

  const batch = createBatch<Exchange>((exchanges) => {
    try {
      write(exchanges);
    } catch (error) {
      losses.add(exchanges.length, error);
    }
  });
  const flushed = <T>(read: () => T): T => {
    batch.flush();
    return read();
  };

  return {
    record: batch.add,
    exchange: (id) => flushed(() => find.one(id)),
    exchanges: (query) => flushed(() => find.many(query)),
    count: () => flushed(() => size.get() ?? 0),
    lost: () => flushed(losses.count),
    flush: batch.flush,
    close: () => flushed(() => database.close()),
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
