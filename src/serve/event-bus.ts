import { exchangeRow } from '../api/exchange-row.ts';
import type { AdminEvent } from '../api/schemas/admin-event.ts';
import type { Journal, JournalPage } from '../journal/journal.ts';

/** Where everything that happens while the platform serves is told, for whoever listens. */
export interface EventBus {
  publish(event: AdminEvent): void;
  /** Hears every event from now on, until the function given back is called. */
  listen(hear: (event: AdminEvent) => void): () => void;
  hasListeners(): boolean;
}

/** A bus. What one listener throws goes to `onError`, and the others still hear. */
export const createEventBus = (onError: (error: unknown) => void): EventBus => {
  const listeners = new Set<(event: AdminEvent) => void>();
  return {
    publish: (event) => {
      for (const hear of listeners) {
        try {
          hear(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    listen: (hear) => {
      // A function of its own for each call: the same one may listen twice.
      const own = (event: AdminEvent): void => hear(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    hasListeners: () => listeners.size > 0,
  };
};

interface JournalTailOptions {
  readonly journal: Pick<Journal, 'rows' | 'bounds'>;
  /** Nothing is read while nobody listens. */
  readonly bus: Pick<EventBus, 'publish' | 'hasListeners'>;
  readonly onError: (error: unknown) => void;
}

/** Tells each new exchange of the journal, as a row of the list. */
export interface JournalTail {
  /** Somebody listens from now on. */
  begin(): void;
  /** Something was recorded: it is read and told within 50 ms. */
  wake(): void;
  close(): void;
}

const pauseMs = 50;

/** More than this many at once are not told one by one: whoever listens reads the list anew. */
const mostRows = 500;

/** A tail: an exchange's place in the journal is known only once it is written there. */
export const createJournalTail = (options: JournalTailOptions): JournalTail => {
  const { journal, bus, onError } = options;
  /** Set from the wake to the end of the read. */
  let timer: NodeJS.Timeout | undefined;
  /** Where reading goes on; unknown while nobody listens. */
  let lastSeq: number | undefined;

  /** Another file lies in the place of the journal: reading goes on from its end. */
  const isBehind = (before: number): boolean => {
    lastSeq = Math.min(before, journal.bounds().lastSeq);
    return lastSeq < before;
  };
  const read = async (): Promise<void> => {
    if (!bus.hasListeners()) lastSeq = undefined;
    if (lastSeq === undefined) return;
    const before = lastSeq;
    if (isBehind(before)) bus.publish(gap);
    else await readFrom(before);
  };
  const readFrom = async (before: number): Promise<void> => {
    const page = await journal.rows({ afterSeq: before, limit: mostRows });
    lastSeq = page.more ? journal.bounds().lastSeq : (page.rows.at(-1)?.seq ?? before);
    for (const event of eventsOf(page, before)) bus.publish(event);
  };
  let isWoken = false;
  const readSoon = (): void => {
    timer = setTimeout(() => {
      isWoken = false;
      void read()
        .catch(onError)
        .then(() => {
          timer = undefined;
          if (isWoken && !isClosed) readSoon();
        });
    }, pauseMs);
  };
  let isClosed = false;
  return {
    begin: () => {
      lastSeq ??= journal.bounds().lastSeq;
    },
    wake: () => {
      isWoken = true;
      if (timer === undefined && !isClosed) readSoon();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};

const gap: AdminEvent = { kind: 'gap' };

/** The rows after that place, with a gap where some are forgotten already or still to be read. */
const eventsOf = ({ rows, more }: JournalPage, before: number): readonly AdminEvent[] => {
  const [first] = rows;
  const isForgotten = first !== undefined && first.seq > before + 1;
  return [
    ...(isForgotten ? [gap] : []),
    ...rows.map((row): AdminEvent => ({ kind: 'exchange', row: exchangeRow(row) })),
    ...(more ? [gap] : []),
  ];
};
