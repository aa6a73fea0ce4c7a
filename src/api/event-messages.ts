import type { AccountStatement } from '../formats/judgement.ts';
import type { AdminEvent } from './schemas/admin-event.ts';

/** Events that wait to be told together. */
interface Gathering {
  add(event: AdminEvent): void;
  /** Drops what waits. */
  stop(): void;
}

const gatherMs = 50;

const mostTogether = 500;

/** Gathers events for a moment, or until they are many. `tell` is never told nothing. */
export const createGathering = (schedule: Schedule, tell: (events: readonly AdminEvent[]) => void): Gathering => {
  let waiting: AdminEvent[] = [];
  let cancel: (() => void) | undefined;

  const stop = (): void => {
    cancel?.();
    cancel = undefined;
    waiting = [];
  };
  const flush = (): void => {
    const events = waiting;
    stop();
    tell(events);
  };
  return {
    add: (event) => {
      waiting.push(event);
      if (waiting.length >= mostTogether) flush();
      else cancel ??= schedule(flush, gatherMs);
    },
    stop,
  };
};

/**
 * The same news in fewer events: of an account, a session, a run, the faults, the clock, the packs
 * and the deliveries only the last counts, at its place; an account keeps the points of all. Nothing moves
 * across a reset or a gap.
 */
export const coalesce = (events: readonly AdminEvent[]): readonly AdminEvent[] => {
  const kept = new Map<string, AdminEvent>();
  let era = 0;
  events.forEach((event, index) => {
    if (event.kind === 'reset' || event.kind === 'gap') era += 1;
    const key = JSON.stringify([era, subjectOf(event) ?? index]);
    const earlier = kept.get(key);
    kept.delete(key);
    kept.set(key, merged(earlier, event));
  });
  return [...kept.values()];
};

/** What an event replaces: the earlier one of the same subject. */
const subjectOf = (event: AdminEvent): readonly string[] | undefined => {
  switch (event.kind) {
    case 'account':
      return ['account', event.account.playerId, event.account.currency];
    case 'session':
      return ['session', event.session.sessionId];
    case 'run':
      return ['run', event.run.id];
    case 'faults':
    case 'clock':
    case 'packs':
    case 'deliveries':
    case 'scenarios':
    case 'findings':
    case 'agents':
      return [event.kind];
    default:
      return undefined;
  }
};

const merged = (earlier: AdminEvent | undefined, event: AdminEvent): AdminEvent =>
  earlier?.kind === 'account' && event.kind === 'account'
    ? { kind: 'account', account: withPoints(earlier.account, event.account) }
    : event;

/** As many as a statement has. */
const mostPoints = 500;

const withPoints = (earlier: AccountStatement, later: AccountStatement): AccountStatement => ({
  ...later,
  points: [...earlier.points, ...later.points].slice(-mostPoints),
});

/** Calls back once after so many milliseconds, unless the function given back is called before. */
export type Schedule = (call: () => void, delayMs: number) => () => void;

/** The system's timers; none of them keeps the process alive. */
export const systemSchedule: Schedule = (call, delayMs) => {
  const timer = setTimeout(call, delayMs).unref();
  return () => clearTimeout(timer);
};

/** A message of the stream: its number counts on, its text is JSON. */
interface StreamMessage {
  readonly number: number;
  readonly text: string;
}

/** The last messages, for listeners that come back. */
interface Ring {
  /** Number of the last message; 0 before the first. */
  last(): number;
  add(text: string, events: number): StreamMessage;
  /** What was said after that message; undefined where part of it is forgotten, or it never was. */
  since(number: number): readonly StreamMessage[] | undefined;
  /** Forgets all: something was missed. */
  cut(): void;
}

/** In characters: the ring must not outgrow everything else, whatever an event holds. */
const longest = 16 * 1024 * 1024;

/** A ring of messages with `mostEvents` events at most. */
export const createRing = (mostEvents: number): Ring => {
  let messages: (StreamMessage & { readonly events: number })[] = [];
  let events = 0;
  let length = 0;
  let last = 0;
  /** Messages after this number are there. */
  let forgotten = 0;

  const forget = (): void => {
    while (events > mostEvents || length > longest) {
      const [oldest] = messages.splice(0, 1);
      if (oldest === undefined) return;
      events -= oldest.events;
      length -= oldest.text.length;
      forgotten = oldest.number;
    }
  };
  return {
    last: () => last,
    add: (text, count) => {
      last += 1;
      const message = { number: last, text, events: count };
      messages.push(message);
      events += count;
      length += text.length;
      forget();
      return message;
    },
    since: (number) =>
      number < forgotten || number > last ? undefined : messages.slice(messages.length - (last - number)),
    cut: () => {
      last += 1;
      [messages, events, length, forgotten] = [[], 0, 0, last];
    },
  };
};
