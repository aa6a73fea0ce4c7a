import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Found, JournalRow } from './create-finder.ts';
import { createFinder } from './create-finder.ts';
import type { Range } from './create-locator.ts';
import type { JournalBatch } from './create-writer.ts';
import type { KeptStore } from './kept-store.ts';
import { keepsNothing } from './kept-store.ts';
import type { KeptTable } from './kept-table.ts';
import { openKeptTable } from './kept-table.ts';
import { openDatabase } from './open-database.ts';
import { openWriter } from './open-writer.ts';
import type { ExchangeQuery } from './plan-search.ts';
import type { Release } from './take-keeping.ts';
import { takeKeeping } from './take-keeping.ts';

export interface JournalOptions {
  /** A path, whose folders are created, or `:memory:`. */
  readonly file: string;
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** `thread`: written by a thread of its own, for a server; it needs a file. `inline` when absent. */
  readonly writing?: 'inline' | 'thread';
  /** As JSON, what a platform keeps for its next start; keeps nothing where this is absent. */
  readonly writeKept?: (value: unknown) => string;
  /** Told once, when exchanges could not be written. */
  readonly onError?: (error: WalletproofError) => void;
}

/** The record of every exchange. Whatever was recorded or judged is there for the next read. */
export interface Journal {
  /** Never throws and never waits: the row is committed within a few milliseconds. */
  readonly record: RecordExchange;
  /** As `record`. Replaces an earlier judgement of the exchange, which may itself come later. */
  readonly judge: (judgement: ExchangeJudgement) => void;
  /** Outlives the process where the journal is a file and no other process keeps in it. */
  readonly kept: KeptStore;
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
  /** How much could not be written, exchanges and others: the disk was full, or the journal closed. */
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
  const batch = createBatch<JournalEntry>((entries) =>
    writer.write(batchOf(entries, takenFrom(kept, losses))),
  );
  const { kept, release } = openKept(database, options, () => batch.add('kept'));
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
    kept,
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
        release();
      }),
  };
};

/** What outlives the process, and how another comes to it. */
const openKept = (
  database: Database,
  { file, writeKept, onError }: JournalOptions,
  onWaiting: () => void,
): { readonly kept: KeptTable; readonly release: Release } => {
  const nobody = { kept: { ...keepsNothing, take: () => undefined }, release: () => undefined };
  if (writeKept === undefined || file === ':memory:') return nobody;
  const release = takeKeeping(file);
  if (release !== undefined) {
    return { kept: openKeptTable(database, { onWaiting, write: writeKept }), release };
  }
  onError?.(keptByAnother(file));
  return nobody;
};

const keptByAnother = (file: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `Another process keeps its sessions in the journal ${file}; the sessions of this one end with it.`,
    'Name another file with --journal where they are to survive a restart.',
  );

/** What waits to be written. */
type JournalEntry =
  | { readonly exchange: Exchange }
  | { readonly judgement: ExchangeJudgement }
  /** Something that is kept: the table says what. */
  | 'kept';

const batchOf = (entries: readonly JournalEntry[], kept: string | undefined): JournalBatch => {
  const exchanges: Exchange[] = [];
  const judgements: ExchangeJudgement[] = [];
  for (const entry of entries) {
    if (entry === 'kept') continue;
    if ('exchange' in entry) exchanges.push(entry.exchange);
    else judgements.push(entry.judgement);
  }
  return { exchanges, judgements, kept };
};

const nothing: JournalPage = { rows: [], more: false, searchedTo: 0 };

const exchangesOf = ({ rows, backwards }: Found): Exchange[] => {
  const exchanges = rows.map(({ exchange }) => exchange);
  return backwards ? exchanges.toReversed() : exchanges;
};

const boundsOf = ({ first, last }: Range): JournalBounds => ({ firstSeq: first, lastSeq: last });

const sizeOfRange = ({ first, last }: Range): number => last - first + 1;

/** What is no JSON is lost, and stops nothing else. */
const takenFrom = (kept: KeptTable, losses: Losses): string | undefined => {
  try {
    return kept.take();
  } catch (error) {
    losses.add(1, error);
    return undefined;
  }
};

interface Losses {
  count(): number;
  add(count: number, cause: unknown): void;
}

const createLosses = (file: string, onError: JournalOptions['onError']): Losses => {
  let lost = 0;
  return {
    count: () => lost,
    add: (count, cause) => {
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

/** What a search found. */
export interface JournalPage {
  /** Oldest first. */
  readonly rows: readonly JournalRow[];
  /** Whether there is more in the direction of the search, or may be. */
  readonly more: boolean;
  /** The last place that was looked at: the search goes on from there, also where it found nothing. */
  readonly searchedTo: number;
}

/** The page of a search for one row more than `limit`. */
const pageOf = ({ rows, left, backwards }: Found, limit: number): JournalPage => {
  const wanted = rows.slice(0, limit);
  const isCut = rows.length > limit;
  const endOfSearch = backwards ? left.last + 1 : left.first - 1;
  return {
    rows: backwards ? wanted.toReversed() : wanted,
    more: isCut || left.first <= left.last,
    searchedTo: isCut ? (wanted.at(-1)?.seq ?? endOfSearch) : endOfSearch,
  };
};

/** How long a row may wait for its commit, and how many rows may wait. */
const longestWaitMs = 5;

const fullAt = 50;

interface Batch<T> {
  /** Takes an item in; costs a push. */
  add(item: T): void;
  /** Hands over what waits, now. */
  flush(): void;
}

/** Gathers items and hands them over together, outside the turn in which they were added. */
const createBatch = <T>(handOver: (items: readonly T[]) => void): Batch<T> => {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    handOver(items);
  };
  const schedule = (): void => {
    if (timer === undefined) timer = setTimeout(flush, longestWaitMs);
    else timer.refresh();
  };

  return {
    add: (item) => {
      waiting.push(item);
      if (waiting.length === 1) schedule();
      else if (waiting.length === fullAt) setImmediate(flush);
    },
    flush,
  };
};

/** Runs it to its end at once. */
const drain = <T>(steps: Generator<undefined, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** Runs it to its end, with a turn for everybody else after each step; rejects with the signal's reason. */
const drainInTurns = async <T>(
  steps: Generator<undefined, T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
};
