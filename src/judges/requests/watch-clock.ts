import type { RequestWatch, Sighting } from './sighting.ts';

/** Section 8: a request older than this is refused; seconds. */
const limitSeconds = 300;
/** Beyond this a clock is on its way out of the limit, seconds. */
const riskySeconds = 30;
/** Seconds reach this in the year 5138: what is above was meant as milliseconds. */
const earliestMilliseconds = 1e11;

/** Section 5, REQ-03: timestamp is Unix time in seconds, now. Only what is signed is believed. */
export const watchClock = (): RequestWatch => ({
  requirement: 'REQ-03',
  see: ({ exchange, fields }) => {
    const { timestamp } = fields as { timestamp?: unknown };
    if (exchange.dialect === undefined || !Number.isSafeInteger(timestamp)) return 'silent';
    return judgeTimestamp(timestamp as number, exchange.startedAt);
  },
});

const judgeTimestamp = (timestamp: number, startedAt: number): Sighting => {
  const now = Math.floor(startedAt / 1000);
  const away = Math.abs(now - timestamp);
  if (away <= riskySeconds) return 'kept';
  return {
    code: away > limitSeconds ? 'clock-wrong' : 'clock-drifting',
    message: `timestamp ${timestamp} is ${distanceOf(timestamp, now)}; the time was ${now}.`,
    expected: `at most ${limitSeconds} s from the time, and for safety ${riskySeconds} s`,
    actual: distanceOf(timestamp, now),
  };
};

const distanceOf = (timestamp: number, now: number): string => {
  if (timestamp >= earliestMilliseconds) return 'in milliseconds, not in seconds';
  const away = now - timestamp;
  return away > 0 ? `${away} s in the past` : `${-away} s in the future`;
};
