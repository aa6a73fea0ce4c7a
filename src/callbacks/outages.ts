import type { Clock } from '../world/clock.ts';

/** Tells an agent that is away for a while (503 with Retry-After) from one that limits the rate so. */
export interface Outages {
  /** A call that went at that time was answered with something else. Unix milliseconds. */
  taken(sentAt: number): void;
  /** Whether the 503 says that the agent is away; it asks for so many milliseconds. */
  isOutage(sentAt: number, retryAfterMs: number): boolean;
}

/** A limiter that was waited for refuses again that soon, milliseconds. */
const soonMs = 10_000;

/**
 * Once waited for, an agent that was away takes what is sent. One that takes some of it and soon
 * refuses again counts, and does so from then on.
 */
export const createOutages = (clock: Clock): Outages => {
  let overAt = Number.NEGATIVE_INFINITY;
  let wasTaken = false;
  let counts = false;
  return {
    taken: (sentAt) => {
      wasTaken ||= sentAt >= overAt;
    },
    isOutage: (sentAt, retryAfterMs) => {
      counts ||= wasTaken && sentAt >= overAt && sentAt < overAt + soonMs;
      if (counts) return false;
      overAt = Math.max(overAt, clock.now() + retryAfterMs);
      wasTaken = false;
      return true;
    },
  };
};
