import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { weightOf } from './batch-weight.ts';
import { createLocator } from './create-locator.ts';
import type { RowPlace, SqlValue } from './exchange-columns.ts';
import { columns, writeRow } from './exchange-columns.ts';
import type { FileBounds } from './file-bounds.ts';
import type { JournalBatch } from './journal.ts';
import { createKeptWriter } from './kept-rows.ts';

/** Answers from this size on are stored once and referred to. */
const sharedFromBytes = 512;

/** How many of the oldest go at once. */
const largestPruning = 500;

/** How often so many may go for one batch, where old exchanges are small and new ones are large. */
const mostPrunings = 40;

export interface WriterOptions extends Pick<FileBounds, 'maxExchanges' | 'mostPages'> {
  /** As the locator's. */
  readonly floor: number;
  /** Ids of exchanges that may come again, and are written already. */
  readonly written: ReadonlySet<string>;
}

/** Writes a batch in one database transaction, and removes the oldest beyond the bounds. */
export const createWriter = (
  database: Database,
  { maxExchanges, mostPages, floor, written: before }: WriterOptions,
): ((batch: JournalBatch) => void) => {
  const { range } = createLocator(database, floor);
  const insert = database.prepare<SqlValue[]>(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const prune = createPruning(database);
  const share = createSharing(database);
  const judging = createJudging(database);
  const keep = createKeptWriter(database);
  const pagesFor = createPageCount(database);

  /** The oldest go before the newest come, so that the file does not grow first. */
  const makeRoom = (exchanges: readonly Exchange[]): void => {
    for (let count = 0; count < mostPrunings && pagesFor(exchanges) > mostPages; count += 1) {
      const { first, last } = range();
      const few = Math.ceil((last - first + 1) / 16);
      // The newest stays: the next place is counted from it.
      if (last <= first) return;
      prune(Math.min(last - 1, first - 1 + Math.min(few, largestPruning)));
    }
  };
  const write = database.transaction(({ exchanges, judgements, kept }: JournalBatch) => {
    if (kept !== undefined) keep(kept);
    const last = range().last;
    makeRoom(exchanges);
    const shared = share(last + exchanges.length);
    const written = new Map<string, number>();
    exchanges.forEach((exchange, index) => {
      const seq = last + 1 + index;
      insert.run(...writeRow(exchange, { seq, ...shared(exchange.answer) }));
      judging.arrived(exchange.id, seq);
      if (judgements.length > 0) written.set(exchange.id, seq);
    });
    for (const judgement of judgements) judging.judge(judgement, written);
    const { first, last: newLast } = range();
    prune(Math.min(newLast - maxExchanges, first + largestPruning));
  });
  return (batch) => write.immediate(withoutWritten(batch, before));
};

const withoutWritten = (batch: JournalBatch, written: ReadonlySet<string>): JournalBatch =>
  written.size === 0
    ? batch
    : { ...batch, exchanges: batch.exchanges.filter(({ id }) => !written.has(id)) };

/** How many pages the file needs, those included that exchanges to come will take, about. */
const createPageCount = (database: Database): ((coming: readonly Exchange[]) => number) => {
  const numberOf = (name: string): number => Number(database.pragma(name, { simple: true }));
  const pageSize = numberOf('page_size');
  return (coming) => {
    const bytes = coming.reduce((sum, exchange) => sum + weightOf(exchange), 0);
    return numberOf('page_count') - numberOf('freelist_count') + Math.ceil(bytes / pageSize);
  };
};

const createPruning = (database: Database): ((lastToGo: number) => void) => {
  const exchanges = database.prepare<[number]>('DELETE FROM exchanges WHERE seq <= ?');
  const judgements = database.prepare<[number]>('DELETE FROM judgements WHERE seq <= ?');
  const bodies = database.prepare<[number]>('DELETE FROM bodies WHERE last_seq <= ?');
  return (lastToGo) => {
    if (lastToGo <= 0 || exchanges.run(lastToGo).changes === 0) return;
    judgements.run(lastToGo);
    bodies.run(lastToGo);
  };
};

/**
 * Stores a large body, or the end that many bodies share, once. The ids are kept for one batch only, since another process on the
 * same file may remove the body in between; the hashes for as long as the bytes live.
 */
const createSharing = (database: Database) => {
  const store = database.prepare<[Buffer, Uint8Array, number], { id: number }>(
    `INSERT INTO bodies (hash, body, last_seq) VALUES (?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET last_seq = excluded.last_seq RETURNING id`,
  );
  const hashes = new WeakMap<Uint8Array, string>();
  const hashOf = (body: Uint8Array): string => {
    const digest = hashes.get(body) ?? hash('sha256', body, 'hex');
    hashes.set(body, digest);
    return digest;
  };

  return (lastUse: number) => {
    const ids = new Map<string, number | null>();
    const idOf = (body: Uint8Array): number | null => {
      const digest = hashOf(body);
      const known = ids.get(digest);
      if (known !== undefined) return known;
      const id = store.get(Buffer.from(digest, 'hex'), body, lastUse)?.id ?? null;
      ids.set(digest, id);
      return id;
    };
    return (answer: Answer): Pick<RowPlace, 'body' | 'bodyId'> => {
      if (answer.kind === 'failed') return { body: null, bodyId: null };
      const { body, sharedTail } = answer;
      if (sharedTail !== undefined) return { body, bodyId: idOf(sharedTail) };
      if (body.length < sharedFromBytes) return { body, bodyId: null };
      return { body: null, bodyId: idOf(body) };
    };
  };
};

/** So many judgements are kept for exchanges that have not come yet, or never will. */
const mostWaiting = 1_000;

/** Writes judgements beside their exchanges, whichever of the two comes first. */
const createJudging = (database: Database) => {
  const { seqOf } = createLocator(database);
  const store = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO judgements (seq, verdict, judgement) VALUES (?, ?, ?)',
  );
  const waiting = new Map<string, ExchangeJudgement>();
  const write = (seq: number, judgement: ExchangeJudgement): void => {
    store.run(seq, judgement.verdict, JSON.stringify(judgement));
  };
  const keep = (judgement: ExchangeJudgement): void => {
    waiting.set(judgement.exchangeId, judgement);
    const [oldest] = waiting.keys();
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
  };

  return {
    /** Its exchange was just written. */
    arrived: (id: string, seq: number): void => {
      const judgement = waiting.get(id);
      if (judgement === undefined) return;
      waiting.delete(id);
      write(seq, judgement);
    },
    /** `written`: places of exchanges that came with it. */
    judge: (judgement: ExchangeJudgement, written: ReadonlyMap<string, number>): void => {
      const id = judgement.exchangeId;
      const seq = written.get(id) ?? seqOf(id);
      if (seq === undefined) keep(judgement);
      else write(seq, judgement);
    },
  };
};
