import type { Database, Statement } from 'better-sqlite3';
import type { Exchange } from '../contract/exchange.ts';
import type { StoredRow } from './read-row.ts';
import { readRow } from './read-row.ts';
import { chunk, chunkBits } from './schema.ts';

/** Which exchanges are wanted; every given field must match. */
export interface ExchangeQuery {
  readonly limit: number;
  /** Id of an exchange: only later ones, and the first of them rather than the last. */
  readonly after?: string | undefined;
  /** Id of an exchange: only earlier ones. */
  readonly before?: string | undefined;
  readonly direction?: Exchange['direction'] | undefined;
  readonly kind?: Exchange['kind'] | undefined;
  readonly sessionId?: string | undefined;
  readonly playerId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly requestId?: string | undefined;
}

const conditions = {
  direction: 'direction = ?',
  kind: 'kind = ?',
  sessionId: 'session_id = ?',
  playerId: 'player_id = ?',
  transactionId: 'transaction_id = ?',
  requestId: 'request_id = ?',
} as const;
type Field = keyof typeof conditions;
const fields = Object.keys(conditions) as readonly Field[];
const scanned: readonly Field[] = ['direction', 'kind'];

const selection = `
  SELECT exchanges.*, bodies.body AS shared_body
  FROM exchanges LEFT JOIN bodies ON bodies.id = exchanges.answer_body_id`;

const orders = { forwards: 'ASC', backwards: 'DESC' } as const;
type Direction = keyof typeof orders;

type Value = string | number;
type FoundRow = StoredRow & { readonly seq: number };
type Find = (...values: Value[]) => FoundRow[];

/** Both ends belong to it; empty where `first` is above `last`. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Reads exchanges by id, or by what they are about, in the order they were recorded. */
export const createFinder = (database: Database) => {
  const prepare = createPreparing(database);
  const all = database.prepare<[], Range>(
    `SELECT coalesce((SELECT min(seq) FROM exchanges), 1) AS first,
            coalesce((SELECT max(seq) FROM exchanges), 0) AS last`,
  );
  const range = (): Range => all.get() ?? { first: 1, last: 0 };

  const rowOf = (id: string): FoundRow | undefined => {
    const find = prepare(`${selection} WHERE ${chunk} = ? AND exchanges.id = ? ORDER BY seq DESC`);
    return walk(chunksOf(range(), 'backwards'), 1, (each) => find(each, id))[0];
  };
  const rangeOf = ({ after, before }: ExchangeQuery): Range => {
    const { first, last } = range();
    return {
      first: after === undefined ? first : (rowOf(after)?.seq ?? 0) + 1,
      last: before === undefined ? last : (rowOf(before)?.seq ?? last + 1) - 1,
    };
  };

  return {
    one: (id: string): Exchange | undefined => {
      const row = rowOf(id);
      return row === undefined ? undefined : readRow(row);
    },
    many: (query: ExchangeQuery): Exchange[] => {
      const rows = search(prepare, query, rangeOf(query));
      return rows.toSorted((one, other) => one.seq - other.seq).map(readRow);
    },
  };
};

const createPreparing = (database: Database) => {
  const statements = new Map<string, Statement<Value[], FoundRow>>();
  return (sql: string): Find => {
    const statement = statements.get(sql) ?? database.prepare<Value[], FoundRow>(sql);
    statements.set(sql, statement);
    return (...values) => statement.all(...values);
  };
};

const search = (prepare: (sql: string) => Find, query: ExchangeQuery, range: Range): FoundRow[] => {
  const given = fields.filter((field) => query[field] !== undefined);
  const values = given.map((field) => query[field] ?? '');
  const direction: Direction = query.after === undefined ? 'backwards' : 'forwards';
  const order = orders[direction];
  const where = ['seq BETWEEN ? AND ?', ...given.map((field) => conditions[field])];
  const limit = Math.max(0, query.limit);

  if (given.every((field) => scanned.includes(field))) {
    const find = prepare(`${selection} WHERE ${where.join(' AND ')} ORDER BY seq ${order} LIMIT ?`);
    return find(range.first, range.last, ...values, limit);
  }
  const find = prepare(
    `${selection} WHERE ${where.join(' AND ')} AND ${chunk} = ? ORDER BY seq ${order} LIMIT ?`,
  );
  return walk(chunksOf(range, direction), limit, (each, missing) =>
    find(range.first, range.last, ...values, each, missing),
  );
};

/** Looks into one chunk after the other until there are enough rows. */
const walk = (
  chunks: Iterable<number>,
  limit: number,
  find: (chunk: number, missing: number) => readonly FoundRow[],
): FoundRow[] => {
  const found: FoundRow[] = [];
  for (const each of chunks) {
    if (found.length >= limit) break;
    found.push(...find(each, limit - found.length));
  }
  return found;
};

const chunkOf = (seq: number): number => Math.floor(seq / 2 ** chunkBits);

function* chunksOf({ first, last }: Range, direction: Direction): Iterable<number> {
  const step = direction === 'forwards' ? 1 : -1;
  const [lowest, highest] = [chunkOf(first), chunkOf(last)];
  const start = step === 1 ? lowest : highest;
  for (let each = start; each >= lowest && each <= highest; each += step) yield each;
}
