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
