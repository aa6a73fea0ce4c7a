import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Answer, Exchange } from '../contract/exchange.ts';
import type { RowPlace, SqlValue } from './write-row.ts';
import { columns, writeRow } from './write-row.ts';

/** Answers from this size on are stored once and referred to. */
const sharedFromBytes = 512;
/** How many of the oldest go at once where a journal is far above its bound, as when it is lowered. */
const largestPruning = 500;

/** Writes exchanges in one database transaction, and removes the oldest beyond `maxExchanges`. */
export const createWriter = (
  database: Database,
  maxExchanges: number,
): ((exchanges: readonly Exchange[]) => void) => {
  const bounds = database.prepare<[], { first: number; last: number }>(
    // Two selections: SQLite finds one end of a table at once, but both in one by reading it all.
    `SELECT coalesce((SELECT min(seq) FROM exchanges), 1) AS first,
            coalesce((SELECT max(seq) FROM exchanges), 0) AS last`,
  );
  const insert = database.prepare<SqlValue[]>(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const prune = createPruning(database);
  const share = createSharing(database);

  const write = database.transaction((exchanges: readonly Exchange[]) => {
    const { first, last } = bounds.get() ?? { first: 1, last: 0 };
    const newLast = last + exchanges.length;
    const shared = share(newLast);
    exchanges.forEach((exchange, index) => {
      const seq = last + 1 + index;
      insert.run(...writeRow(exchange, { seq, ...shared(exchange.answer) }));
    });
    prune(Math.min(newLast - maxExchanges, first + largestPruning));
  });
  return (exchanges) => write.immediate(exchanges);
};

const createPruning = (database: Database): ((lastToGo: number) => void) => {
  const exchanges = database.prepare<[number]>('DELETE FROM exchanges WHERE seq <= ?');
  const bodies = database.prepare<[number]>('DELETE FROM bodies WHERE last_seq <= ?');
  return (lastToGo) => {
    if (lastToGo > 0 && exchanges.run(lastToGo).changes > 0) bodies.run(lastToGo);
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
