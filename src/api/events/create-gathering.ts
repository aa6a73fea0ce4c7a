import type { AdminEvent } from '../../spec/admin/admin-event.ts';
import type { Schedule } from '../schedule.ts';

export interface GatheringOptions {
  readonly schedule: Schedule;
  /** Told what was gathered; never nothing. */
  readonly tell: (events: readonly AdminEvent[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Events that wait to be told together. */
export interface Gathering {
  add(event: AdminEvent): void;
  /** Drops what waits. */
  stop(): void;
}

const gatherMs = 50;
const mostTogether = 500;

/** Gathers events for a moment, or until they are many. */
export const createGathering = ({ schedule, tell, onError }: GatheringOptions): Gathering => {
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
    try {
      tell(events);
    } catch (error) {
      // It runs in a timer: nobody else would catch it.
      onError(error);
    }
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
