import type { AdminEvent } from '../../spec/admin/admin-event.ts';

/** What an EventSource is asked for; the browser's own, or one of a test. */
export type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

export interface EventHearer {
  open(): void;
  lost(): void;
  hear(events: readonly AdminEvent[]): void;
}

export interface SourceMaker {
  readonly create: () => Source;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
}

/** EventSource.CLOSED: the browser has given up, such as after an answer that is no 200. */
const closed = 2;

const retryMs = 2_000;

/** Listens for ever: a source that the browser gives up is opened again. Unreadable messages are a gap. */
export const openEventSource = (hearer: EventHearer, maker: SourceMaker): void => {
  const source = maker.create();
  source.addEventListener('open', () => hearer.open());
  source.addEventListener('message', (message) => hearer.hear(parseEvents(message)));
  source.addEventListener('error', () => {
    hearer.lost();
    if (source.readyState !== closed) return;
    source.close();
    maker.later(() => openEventSource(hearer, maker), retryMs);
  });
};

const gap: readonly AdminEvent[] = [{ kind: 'gap' }];

const parseEvents = (message: Event): readonly AdminEvent[] => {
  try {
    const told: unknown = JSON.parse(String((message as MessageEvent<unknown>).data));
    return Array.isArray(told) ? (told as readonly AdminEvent[]) : gap;
  } catch {
    return gap;
  }
};
