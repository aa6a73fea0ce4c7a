import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { createLocator } from './create-locator.ts';
import type { RowPlace, SqlValue } from './exchange-columns.ts';
import { columns, writeRow } from './exchange-columns.ts';
import { createKeptWriter } from './kept-table.ts';

/** What is written together; judgements in the order in which they were made. */
export interface JournalBatch {
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ExchangeJudgement[];
  /** What changed in what is kept, as its writer reads it; absent where nothing did. */
  readonly kept?: string;
}

/** How many things are written with it. */
export const sizeOf = ({ exchanges, judgements, kept }: JournalBatch): number =>
  exchanges.length + judgements.length + (kept === undefined ? 0 : 1);

/** Answers from this size on are stored once and referred to. */
const sharedFromBytes = 512;

/** How many of the oldest go at once where a journal is far above its bound, as when it is lowered. */
const largestPruning = 500;

/** Writes a batch in one database transaction, and removes the oldest beyond `maxExchanges`. */
export const createWriter = (
  database: Database,
  maxExchanges: number,
): ((batch: JournalBatch) => void) => {
  const { range } = createLocator(database);
  const insert = database.prepare<SqlValue[]>(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const prune = createPruning(database);
  const share = createSharing(database);
  const judging = createJudging(database);
  const keep = createKeptWriter(database);

  const write = database.transaction(({ exchanges, judgements, kept }: JournalBatch) => {
    if (kept !== undefined) keep(kept);
    const { first, last } = range();
    const newLast = last + exchanges.length;
    const shared = share(newLast);
    const written = new Map<string, number>();
    exchanges.forEach((exchange, index) => {
      const seq = last + 1 + index;
      insert.run(...writeRow(exchange, { seq, ...shared(exchange.answer) }));
      judging.arrived(exchange.id, seq);
      if (judgements.length > 0) written.set(exchange.id, seq);
    });
    for (const judgement of judgements) judging.judge(judgement, written);
    prune(Math.min(newLast - maxExchanges, first + largestPruning));
  });
  return (batch) => write.immediate(batch);
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
