import type { ExchangeQuery, StatusQuery } from './journal.ts';
import { chunk } from './schema.ts';
import { isBackwards, wantedText } from './search-in-slices.ts';

/** How a search goes through the file; where text is wanted, the text of the row is the second column. */
interface SearchPlan {
  /** Finds places; its parameters: first, last, `values`, chunk where it is `indexed`, limit. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /** Whether the indexes that are kept in chunks find it. */
  readonly indexed: boolean;
}

/** The SQL of a search: places (`seq`), in the order in which they are wanted. */
export const planSearch = (query: ExchangeQuery): SearchPlan => {
  const given = fields.filter((field) => query[field] !== undefined);
  const status = statusCondition(query.status);
  const indexed = given.some((field) => indexedFields.has(field));
  const text = wantedText(query);
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
    ORDER BY ${seq} ${isBackwards(query) ? 'DESC' : 'ASC'} LIMIT ?`;
  const values = [...given.map((field) => query[field] ?? ''), ...status.values];
  return { sql, values, indexed };
};

const conditions = {
  direction: 'exchanges.direction = ?',
  kind: 'exchanges.kind = ?',
  agentId: 'exchanges.agent_id = ?',
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
