import type { AdminEvent } from '../../../spec/admin/admin-event.ts';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

/** As many rows of a session as a page keeps; the oldest go. */
export const mostRows = 2_000;

type Rows = readonly ExchangeRow[];

/** The rows of a session with what events tell of it; the same object where they tell nothing. */
export const mergeRows = (rows: Rows, events: readonly AdminEvent[], sessionId: string): Rows => {
  const told = events.flatMap((event) =>
    event.kind === 'exchange' && event.row.sessionId === sessionId ? [event.row] : [],
  );
  return judged(addRows(rows, told), events);
};

/** Two lists as one, in the order of the journal; where both have a row, the second's counts. */
export const addRows = (rows: Rows, more: Rows): Rows => {
  if (more.length === 0) return rows;
  const bySeq = new Map([...rows, ...more].map((row) => [row.seq, row]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq).slice(-mostRows);
};

const judged = (rows: Rows, events: readonly AdminEvent[]): Rows => {
  const verdicts = new Map(
    events.flatMap((event) =>
      event.kind === 'judgement'
        ? [[event.judgement.exchangeId, event.judgement.verdict] as const]
        : [],
    ),
  );
  if (!rows.some(({ id }) => verdicts.has(id))) return rows;
  return rows.map((row) => {
    const verdict = verdicts.get(row.id);
    return verdict === undefined ? row : { ...row, verdict };
  });
};
