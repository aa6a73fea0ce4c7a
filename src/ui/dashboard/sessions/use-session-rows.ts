import { useEffect, useState } from 'preact/hooks';
import type { ExchangePage, ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { callAdmin } from '../call-admin.ts';
import { hearEvents } from '../store/hear-events.ts';
import { store } from '../store.ts';
import { addRows, mergeRows } from './merge-rows.ts';

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
      hearEvents((events) =>
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
