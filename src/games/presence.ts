import type { Clock } from '../base/clock.ts';

/** Whether the player of a game is there. */
export interface Presence {
  /** The player did something. */
  acted(): void;
  /** What the player asked for is answered, unless they said goodbye meanwhile. */
  answered(): void;
  /** A page listens, until the function given back is called. */
  listens(): () => void;
  /** The player says goodbye. Another page that listens still counts. */
  left(): void;
  /** A page listens, or the last action is no longer ago than a player may be gone. */
  isHere(): boolean;
  /** Nobody was there for that long. Between both a player may come back as if nothing had been. */
  isGone(): boolean;
  /** When nobody was there for that long, unless somebody comes; undefined while a page listens. */
  goneAt(): number | undefined;
}

/** Nobody is there at first: the time that a player may be gone begins now. */
export const createPresence = (clock: Pick<Clock, 'now'>, abandonAfterMs: number): Presence => {
  let pages = 0;
  let actedAt: number | undefined;
  let lastSignAt = clock.now();
  const isRecent = (at: number): boolean => clock.now() - at < abandonAfterMs;

  const acted = (): void => {
    lastSignAt = clock.now();
    actedAt = lastSignAt;
  };

  return {
    acted,
    // An answer may take longer than a player may be gone.
    answered: () => {
      if (actedAt !== undefined) acted();
    },
    listens: () => {
      pages += 1;
      return () => {
        pages -= 1;
        lastSignAt = clock.now();
      };
    },
    left: () => {
      lastSignAt = clock.now();
      actedAt = undefined;
    },
    isHere: () => pages > 0 || (actedAt !== undefined && isRecent(actedAt)),
    isGone: () => pages === 0 && !isRecent(lastSignAt),
    goneAt: () => (pages === 0 ? lastSignAt + abandonAfterMs : undefined),
  };
};
