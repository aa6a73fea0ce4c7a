import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

/** Two lists of rows as one, oldest first; where both have a row, the one of `given` stands. */
export const mergeRows = (known: ExchangeRow[], given: ExchangeRow[]): ExchangeRow[] => {
  const [first, last] = [given[0], given.at(-1)];
  if (first === undefined || last === undefined) return known;
  if (first.seq > (known.at(-1)?.seq ?? 0)) return [...known, ...given];
  if (last.seq < (known[0]?.seq ?? Number.POSITIVE_INFINITY)) return [...given, ...known];
  const bySeq = new Map([...known, ...given].map((row) => [row.seq, row]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};
