import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Exchange } from '../contract/exchange.ts';
import type { Row } from './row.ts';
import { writeRow } from './write-row.ts';

/** Answers from this size on are stored once and referred to. */
const sharedFromBytes = 512;
/** How many of the oldest go at once where a journal is far above its bound, as when it is lowered. */
const largestPruning = 500;

const columns = [
  'seq',
  'id',
  'direction',
  'kind',
  'agent_id',
  'session_id',
  'player_id',
  'transaction_id',
  'request_id',
  'method',
  'url',
  'request_headers',
  'request_body',
  'status',
  'answer_headers',
  'answer_body',
  'answer_body_id',
  'failure',
  'failure_message',
  'started_at',
  'duration_ms',
  'attempt',
  'dialect',
  'refusal',
] as const satisfies readonly (keyof Row | 'seq' | 'answer_body_id')[];

interface StoredRow extends Row {
  readonly seq: number;
  readonly answer_body_id: number | null;
}

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
  const insert = database.prepare<StoredRow[keyof StoredRow][]>(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const prune = createPruning(database);
  const share = createSharing(database);

  const write = database.transaction((exchanges: readonly Exchange[]) => {
    const { first, last } = bounds.get() ?? { first: 1, last: 0 };
    const newLast = last + exchanges.length;
    const shared = share(newLast);
    exchanges.forEach((exchange, index) => {
      const row = shared(writeRow(exchange), last + 1 + index, tailOf(exchange));
      insert.run(...columns.map((column) => row[column]));
    });
    prune(Math.min(newLast - maxExchanges, first + largestPruning));
  });
  return (exchanges) => write.immediate(exchanges);
};

const tailOf = ({ answer }: Exchange): Uint8Array | undefined =>
  answer.kind === 'answered' ? answer.sharedTail : undefined;

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
    return (row: Row, seq: number, tail: Uint8Array | undefined): StoredRow => {
      const body = row.answer_body;
      if (tail !== undefined) return { ...row, seq, answer_body_id: idOf(tail) };
      if (body === null || body.length < sharedFromBytes)
        return { ...row, seq, answer_body_id: null };
      return { ...row, seq, answer_body: null, answer_body_id: idOf(body) };
    };
  };
};
