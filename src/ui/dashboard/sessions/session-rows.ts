import { useEffect, useState } from 'preact/hooks';
import type { AdminEvent } from '../../../api/schemas/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { createVerdictMemory, mergeRows, type VerdictMemory } from '../../parts/exchange-rows.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';

/** As many rows of a session as a page keeps; the oldest go. */
export const mostRows = 2_000;

/** What a page knows of the exchanges of a session. */
export interface SessionRows {
  readonly sessionId: string;
  /** Oldest first; before the first page is read only those that were told meanwhile. */
  readonly rows: readonly ExchangeRow[];
  readonly isRead: boolean;
  /** Whether the journal has earlier ones. */
  readonly hasEarlier: boolean;
  readonly error: unknown;
  readonly verdicts: VerdictMemory;
}

/**
 * The exchanges of a session, the newest first read, and each new one as it happens. A page of
 * another session is another page: `sessionId` never changes.
 */
export const useSessionRows = (sessionId: string): readonly [known: SessionRows, loadEarlier: () => void] => {
  const [known, setKnown] = useState(() => noRows(sessionId));
  const load = (beforeSeq?: number): void => {
    readPage(sessionId, beforeSeq).then(
      (page) => setKnown((now) => withPage(now, page)),
      (error: unknown) => setKnown((now) => ({ ...now, error })),
    );
  };
  useEffect(() => subscribeToEvents((events) => setKnown((now) => withEvents(now, events))), []);
  useEffect(() => load(), [store.refreshes.value]);
  return [known, () => load(known.rows[0]?.seq)];
};

export const noRows = (sessionId: string): SessionRows => ({
  sessionId,
  rows: [],
  isRead: false,
  hasEarlier: false,
  error: undefined,
  verdicts: createVerdictMemory(),
});

const readPage = (sessionId: string, beforeSeq: number | undefined): Promise<ExchangePage> => {
  const query = new URLSearchParams({ sessionId, limit: '500', runs: 'show' });
  if (beforeSeq !== undefined) query.set('beforeSeq', String(beforeSeq));
  return callAdmin<ExchangePage>('GET', `/exchanges?${query.toString()}`);
};

/** A page counts more than what was known, and verdicts that were told since more than the page. */
export const withPage = (known: SessionRows, { rows, more }: Pick<ExchangePage, 'rows' | 'more'>): SessionRows => ({
  ...known,
  rows: mergeRows(known.rows, rows.map(known.verdicts.judged)).slice(-mostRows),
  isRead: true,
  hasEarlier: more,
  error: undefined,
});

/** With what events tell of the session; the same object where they tell nothing. */
export const withEvents = (known: SessionRows, events: readonly AdminEvent[]): SessionRows => {
  const { verdicts, sessionId } = known;
  for (const event of events) if (event.kind === 'judgement') verdicts.remember(event.judgement);
  const told = events.flatMap((event) =>
    event.kind === 'exchange' && event.row.sessionId === sessionId ? [event.row] : [],
  );
  const rows = mergeRows(known.rows, told).map(verdicts.judged);
  const isSame = told.length === 0 && rows.every((row, index) => row === known.rows[index]);
  return isSame ? known : { ...known, rows: rows.slice(-mostRows) };
};
