import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { ExchangeJudgement } from '../spec/judgement.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { createBatch } from './create-batch.ts';
import type { Found } from './create-finder.ts';
import { createFinder } from './create-finder.ts';
import type { Range } from './create-locator.ts';
import { drain, drainInTurns } from './drain.ts';
import type { ExchangeQuery } from './exchange-query.ts';
import type { JournalBatch } from './journal-batch.ts';
import type { JournalPage } from './journal-page.ts';
import type { JournalRow } from './journal-row.ts';
import { openDatabase } from './open-database.ts';
import { openWriter } from './open-writer.ts';
import { pageOf } from './page-of.ts';

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

/** The record of every exchange. Whatever was recorded or judged is there for the next read. */
export interface Journal {
  /** Never throws and never waits: the row is committed within a few milliseconds. */
  readonly record: RecordExchange;
  /** As `record`. Replaces an earlier judgement of the exchange, which may itself come later. */
  readonly judge: (judgement: ExchangeJudgement) => void;
  exchange(id: string): Exchange | undefined;
  /** The last `limit` that match, or the first ones after `after`; oldest first. Blocks until it has them. */
  exchanges(query: ExchangeQuery): Exchange[];
  row(id: string): JournalRow | undefined;
  /**
   * As `exchanges`, with places and judgements; gives way to everybody else while it searches. A
   * search for text ends after 200,000 rows. Rejects with the reason of the signal.
   */
  rows(query: ExchangeQuery, signal?: AbortSignal): Promise<JournalPage>;
  /** The places of the first and the last exchange; 1 and 0 when there is none. */
  bounds(): JournalBounds;
  count(): number;
  /** How many exchanges and judgements could not be written: the disk was full, or the journal closed. */
  lost(): number;
  flush(): void;
  close(): void;
}

interface JournalBounds {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Opens a journal; a WalletproofError where the file is none, is of another version or unusable. */
export const openJournal = (options: JournalOptions): Journal => {
  const { file, onError } = options;
  const database = openDatabase(file);
  const find = createFinder(database);
  const losses = createLosses(file, onError);
  const writer = openWriter(database, { ...options, onLoss: losses.add });
  const batch = createBatch<Entry>((entries) => writer.write(batchOf(entries)));
  const flush = (): void => {
    batch.flush();
    writer.settle();
  };
  const flushed = <T>(read: () => T): T => {
    flush();
    return read();
  };

  return {
    record: (exchange) => batch.add({ exchange }),
    judge: (judgement) => batch.add({ judgement }),
    exchange: (id) => flushed(() => find.row(id)?.exchange),
    exchanges: (query) => flushed(() => exchangesOf(drain(find.search(query)))),
    row: (id) => flushed(() => find.row(id)),
    rows: async (query, signal) => {
      batch.flush();
      await writer.settled();
      if (!database.open) return nothing;
      const search = find.search({ ...query, limit: query.limit + 1 });
      return pageOf(await drainInTurns(search, signal), query.limit);
    },
    bounds: () => flushed(() => boundsOf(find.range())),
    count: () => flushed(() => sizeOfRange(find.range())),
    lost: () => flushed(losses.count),
    flush,
    close: () =>
      flushed(() => {
        writer.close();
        database.close();
      }),
  };
};

/** What waits to be written. */
type Entry = { readonly exchange: Exchange } | { readonly judgement: ExchangeJudgement };

const batchOf = (entries: readonly Entry[]): JournalBatch => {
  const exchanges: Exchange[] = [];
  const judgements: ExchangeJudgement[] = [];
  for (const entry of entries) {
    if ('exchange' in entry) exchanges.push(entry.exchange);
    else judgements.push(entry.judgement);
  }
  return { exchanges, judgements };
};

const nothing: JournalPage = { rows: [], more: false, searchedTo: 0 };

const exchangesOf = ({ rows, backwards }: Found): Exchange[] => {
  const exchanges = rows.map(({ exchange }) => exchange);
  return backwards ? exchanges.toReversed() : exchanges;
};

const boundsOf = ({ first, last }: Range): JournalBounds => ({ firstSeq: first, lastSeq: last });

const sizeOfRange = ({ first, last }: Range): number => last - first + 1;

const createLosses = (file: string, onError: JournalOptions['onError']) => {
  let lost = 0;
  return {
    count: () => lost,
    add: (count: number, cause: unknown) => {
      if (lost === 0) onError?.(lossError(file, cause));
      lost += count;
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
