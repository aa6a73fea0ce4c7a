import type { Schedule } from '../schedule.ts';

export interface HearingOptions {
  readonly schedule: Schedule;
  /** Begins to hear; gives back what ends it. */
  readonly begin: () => () => void;
  readonly beat: () => void;
}

/** Whether the platform is heard: while somebody listens, and a while after. */
export interface Hearing {
  start(): void;
  /** Ends it after a while, unless it is started again. */
  stopSoon(): void;
  stop(): void;
}

const beatMs = 15_000;
/** So long, a listener that comes back has missed nothing. */
const lingerMs = 60_000;

/** Hears from `start` on, and beats meanwhile. */
export const createHearing = ({ schedule, begin, beat }: HearingOptions): Hearing => {
  let end: (() => void) | undefined;
  let cancelBeat: (() => void) | undefined;
  let cancelStop: (() => void) | undefined;

  const beatOn = (): void => {
    cancelBeat = schedule(() => {
      beat();
      beatOn();
    }, beatMs);
  };
  const stop = (): void => {
    cancelStop?.();
    cancelBeat?.();
    end?.();
    end = undefined;
    cancelStop = undefined;
  };
  return {
    start: () => {
      cancelStop?.();
      cancelStop = undefined;
      if (end !== undefined) return;
      end = begin();
      beatOn();
    },
    stopSoon: () => {
      cancelStop = schedule(stop, lingerMs);
    },
    stop,
  };
};
