import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

/** What came of an exchange, and whether it went well: `200`, `403 invalid_signature`, `timeout`. */
export const resultOf = ({
  status,
  error,
  failure,
}: Pick<ExchangeRow, 'status' | 'error' | 'failure'>): {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn';
} => {
  if (status === null) return { text: failure ?? 'no answer', tone: 'bad' };
  const text = error === undefined ? String(status) : `${status} ${error}`;
  if (status >= 500) return { text, tone: 'bad' };
  return { text, tone: status >= 400 || error !== undefined ? 'warn' : 'good' };
};
