import type { Exchange } from '../spec/exchange.ts';
import type { CallVerdict } from '../spec/verdict.ts';
import { chunk } from './schema.ts';

/** An HTTP status, a class of them, or `none`: no answer came. */
export type StatusQuery = number | '2xx' | '3xx' | '4xx' | '5xx' | 'none';

/** Which exchanges are wanted; every given field must match. */
export interface ExchangeQuery {
  readonly limit: number;
  /** Id of an exchange: only later ones, and the first of them rather than the last. */
  readonly after?: string;
  /** Id of an exchange: only earlier ones. */
  readonly before?: string;
  /** As `after`, by the place in the journal. */
  readonly afterSeq?: number;
  /** As `before`, by the place in the journal. */
  readonly beforeSeq?: number;
  readonly direction?: Exchange['direction'];
  readonly kind?: Exchange['kind'];
  readonly sessionId?: string;
  readonly playerId?: string;
  readonly transactionId?: string;
  readonly requestId?: string;
  /** Only those of that origin; operations have none. */
  readonly origin?: Exchange['origin'];
  /** All but those of that origin: `run` hides the calls of runs, and keeps operations. */
  readonly notOrigin?: Exchange['origin'];
  /** Only those that were judged so. */
  readonly verdict?: CallVerdict;
  readonly status?: StatusQuery;
  /** Somewhere in the ids, the URL, the bodies or the failure, in upper or lower case. */
  readonly text?: string;
}

/** How a search goes through the journal. */
export interface SearchPlan {
  /** Finds places; its parameters: first, last, `values`, chunk where it is `indexed`, limit. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /** Whether the indexes that are kept in chunks find it. */
  readonly indexed: boolean;
  readonly backwards: boolean;
  /** What each row's text must contain, in lower case; the text is the second column then. */
  readonly text: string | undefined;
}

/** The SQL of a search: places (`seq`), in the order in which they are wanted. */
export const planSearch = (query: ExchangeQuery): SearchPlan => {
  const given = fields.filter((field) => query[field] !== undefined);
  const status = statusCondition(query.status);
  const indexed = given.some((field) => indexedFields.has(field));
  const backwards = query.after === undefined && query.afterSeq === undefined;
  const text = query.text === '' ? undefined : query.text?.toLowerCase();
  const { from, seq } = sourceOf(query, indexed);
  const where = [
    `${seq} BETWEEN ? AND ?`,
    ...given.map((field) => conditions[field]),
    status.sql,
    ...(indexed ? [`exchanges.${chunk} = ?`] : []),
  ];
  const sql = `
    SELECT ${text === undefined ? seq : `${seq}, ${textOfRow}`}
    FROM ${from} ${text === undefined ? '' : sharedBodies}
    WHERE ${where.join(' AND ')}
    ORDER BY ${seq} ${backwards ? 'DESC' : 'ASC'} LIMIT ?`;
  const values = [...given.map((field) => query[field] ?? ''), ...status.values];
  return { sql, values, indexed, backwards, text };
};

const conditions = {
  direction: 'exchanges.direction = ?',
  kind: 'exchanges.kind = ?',
  sessionId: 'exchanges.session_id = ?',
  playerId: 'exchanges.player_id = ?',
  transactionId: 'exchanges.transaction_id = ?',
  requestId: 'exchanges.request_id = ?',
  origin: 'exchanges.origin = ?',
  notOrigin: 'exchanges.origin IS NOT ?',
  verdict: 'judgements.verdict = ?',
} as const;

type Field = keyof typeof conditions;

const fields = Object.keys(conditions) as readonly Field[];

const indexedFields: ReadonlySet<Field> = new Set([
  'sessionId',
  'playerId',
  'transactionId',
  'requestId',
]);

/** The table that finds fewer rows comes first: CROSS JOIN keeps SQLite to that order. */
const sourceOf = ({ verdict }: ExchangeQuery, indexed: boolean) => {
  if (verdict === undefined) return { from: 'exchanges', seq: 'exchanges.seq' };
  const [first, second] = indexed ? ['exchanges', 'judgements'] : ['judgements', 'exchanges'];
  const from = `${first} CROSS JOIN ${second} ON exchanges.seq = judgements.seq`;
  return { from, seq: `${first}.seq` };
};

const statusCondition = (status: StatusQuery | undefined) => {
  if (status === undefined) return { sql: 'true', values: [] };
  if (status === 'none') return { sql: 'exchanges.status IS NULL', values: [] };
  if (typeof status === 'number') return { sql: 'exchanges.status = ?', values: [status] };
  const from = Number(status[0]) * 100;
  return { sql: 'exchanges.status BETWEEN ? AND ?', values: [from, from + 99] };
};

const sharedBodies = 'LEFT JOIN bodies ON bodies.id = exchanges.answer_body_id';

/** Parts are kept apart by a character that nobody types; bytes that are no UTF-8 become U+FFFD. */
const textOfRow = `concat_ws(char(31),
  exchanges.id, exchanges.session_id, exchanges.player_id, exchanges.transaction_id,
  exchanges.request_id, exchanges.url, CAST(exchanges.request_body AS TEXT),
  coalesce(CAST(exchanges.answer_body AS TEXT), '') || coalesce(CAST(bodies.body AS TEXT), ''),
  exchanges.failure, exchanges.failure_message)`;
