import type { ExchangeQuery, StatusQuery } from './journal.ts';
import { keyAt, type RowKeys, searchedKeys, seldomKeys } from './row-text.ts';

/**
 * A column of codes for each thing that is asked for; the file has them in this order, an older one
 * without the last of them. The verdict is no key.
 */
const columns = [...searchedKeys, 'verdict', ...seldomKeys] as const;

type Column = (typeof columns)[number];

export const columnCount = columns.length;

const columnAt = Object.fromEntries(columns.map((name, index) => [name, index])) as Readonly<Record<Column, number>>;

export const verdictColumn = columnAt.verdict;

/** Where the keys of a row have what a column has codes of; -1: the verdict. */
const keyOfColumn = columns.map((name) => (name === 'verdict' ? -1 : keyAt[name]));

/** There is no such value. */
const absent = 0;

/** A status is its own code, so that classes of them are found; there is none of this. */
const noStatus = 1_000;

/** 32 bits for a value (FNV-1a). Others may have the same: what is found is looked at. */
const hashOf = (value: string | number): number => {
  const text = String(value);
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0 || 1;
};

const codeOf = (column: number, value: string | number | null | undefined): number => {
  if (column === columnAt.status) return typeof value === 'number' ? value : noStatus;
  return value === null || value === undefined ? absent : hashOf(value);
};

/** The codes of an exchange go into row `index` of a chunk, column after column. */
export const encodeRow = (
  chunk: readonly Uint32Array[],
  index: number,
  { keys, verdict }: { readonly keys: RowKeys; readonly verdict?: string | undefined },
): void => {
  chunk.forEach((codes, column) => {
    codes[index] = codeOf(column, column === verdictColumn ? verdict : keys[keyOfColumn[column] ?? -1]);
  });
};

/** What a column must have: a code from `from` to `to`; or, where it is `not`, none of these. */
export interface Condition {
  readonly column: number;
  readonly kind: 'is' | 'is-not';
  readonly from: number;
  readonly to: number;
}

const equal = {
  id: 'id',
  direction: 'direction',
  kind: 'kind',
  agent_id: 'agentId',
  session_id: 'sessionId',
  player_id: 'playerId',
  transaction_id: 'transactionId',
  request_id: 'requestId',
  origin: 'origin',
  verdict: 'verdict',
  game_round_id: 'gameRoundId',
  run_id: 'runId',
  scenario: 'scenario',
} as const satisfies Partial<Record<Column, keyof WantedKeys>>;

/** An id is looked for as other keys are. */
export type WantedKeys = Omit<ExchangeQuery, 'limit'> & { readonly id?: string };

/** What the columns of an exchange must have; one that has it may still be another. */
export const conditionsOf = (query: WantedKeys): readonly Condition[] => {
  const { status, notOrigin } = query;
  const conditions = Object.entries(equal).flatMap(([name, field]): Condition[] => {
    const column = columnAt[name as Column];
    const value = query[field];
    return value === undefined ? [] : [is(column, codeOf(column, value))];
  });
  if (status !== undefined) conditions.push(is(columnAt.status, ...statusCodes(status)));
  if (notOrigin !== undefined) {
    conditions.push({ ...is(columnAt.origin, hashOf(notOrigin)), kind: 'is-not' });
  }
  return conditions;
};

const is = (column: number, from: number, to = from): Condition => ({
  column,
  kind: 'is',
  from,
  to,
});

const statusCodes = (status: StatusQuery): readonly [from: number, to: number] => {
  if (status === 'none') return [noStatus, noStatus];
  const from = typeof status === 'number' ? status : Number(status[0]) * 100;
  return typeof status === 'number' ? [status, status] : [from, from + 99];
};
