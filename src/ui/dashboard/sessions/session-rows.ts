import { useEffect, useState } from 'preact/hooks';
import type { AdminEvent } from '../../../spec/admin/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';

export interface SessionRows {
  /** Oldest first; undefined until they are read. */
  readonly rows: readonly ExchangeRow[] | undefined;
  /** Whether the journal has earlier ones. */
  readonly hasEarlier: boolean;
  readonly error: unknown;
  readonly loadEarlier: () => void;
}

interface Held {
  readonly sessionId: string;
  readonly rows?: readonly ExchangeRow[];
  readonly hasEarlier: boolean;
  readonly error?: unknown;
}

/** The exchanges of a session, the newest first read, and each new one as it happens. */
export const useSessionRows = (sessionId: string): SessionRows => {
  const [held, setHeld] = useState<Held>({ sessionId, hasEarlier: false });
  const current: Held = held.sessionId === sessionId ? held : { sessionId, hasEarlier: false };
  const load = (beforeSeq?: number): void => {
    const take = (change: (known: Held) => Held): void =>
      setHeld((now) =>
        change(now.sessionId === sessionId ? now : { sessionId, hasEarlier: false }),
      );
    readPage(sessionId, beforeSeq).then(
      ({ rows, more }) =>
        take((known) => ({
          sessionId,
          rows: addRows(rows, known.rows ?? []),
          hasEarlier: more,
        })),
      (error: unknown) => take((known) => ({ ...known, error })),
    );
  };
  const { refreshes } = store;
  useEffect(() => load(), [sessionId, refreshes.value]);
  useEffect(
    () =>
      subscribeToEvents((events) =>
        setHeld((now) =>
          now.rows === undefined || now.sessionId !== sessionId
            ? now
            : withRows(now, mergeRows(now.rows, events, sessionId)),
        ),
      ),
    [sessionId],
  );
  return {
    rows: current.rows,
    hasEarlier: current.hasEarlier,
    error: current.error,
    loadEarlier: () => load(current.rows?.[0]?.seq),
  };
};

/** The same object where nothing changed, so that nothing is drawn anew. */
const withRows = (now: Held, rows: readonly ExchangeRow[]): Held =>
  rows === now.rows ? now : { ...now, rows };

const readPage = (sessionId: string, beforeSeq: number | undefined): Promise<ExchangePage> => {
  const query = new URLSearchParams({ sessionId, limit: '500', runs: 'show' });
  if (beforeSeq !== undefined) query.set('beforeSeq', String(beforeSeq));
  return callAdmin<ExchangePage>('GET', `/exchanges?${query.toString()}`);
};

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
