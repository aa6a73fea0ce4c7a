import type { Quirks } from '../spec/quirks.ts';
import type { Refused } from './refused.ts';
import { refused } from './refused.ts';

/** Section 8: the largest difference between the current time and `timestamp`. */
const freshSeconds = 300;

/** Seconds reach this in the year 5138; a current time in milliseconds is above it. */
const earliestMilliseconds = 1e11;

const differenceOf = (age: number): string =>
  age > 0 ? `${age} s in the past` : `${-age} s in the future`;

/** Section 5: request_expired beyond 300 s. `timestamp` in Unix seconds, `now` in milliseconds. */
export const checkFreshness = (
  timestamp: number,
  now: number,
  future: Quirks['futureTimestamp'],
): Refused | undefined => {
  const nowSeconds = Math.floor(now / 1000);
  const age = nowSeconds - timestamp;
  const limit = future === 'symmetric' ? -freshSeconds : Number.NEGATIVE_INFINITY;
  if (age <= freshSeconds && age >= limit) return undefined;
  if (timestamp >= earliestMilliseconds) {
    return refused(
      'request_expired',
      `timestamp ${timestamp} looks like milliseconds; send Unix time in seconds, now ${nowSeconds}.`,
    );
  }
  return refused(
    'request_expired',
    `timestamp ${timestamp} is ${differenceOf(age)}, more than ${freshSeconds} s; the platform's time is ${nowSeconds}.`,
  );
};
