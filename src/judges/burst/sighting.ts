import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import type { Heard } from '../hear.ts';
import type { Digits } from './decode-balance.ts';
import { decodeBalance } from './decode-balance.ts';
import type { Burst } from './find-burst.ts';

/** One answer of a burst: what its balance contains, and when the call was under way. */
export interface Sighting {
  readonly heard: Heard;
  readonly balance: Amount;
  /** Undefined where the balance cannot be made of the burst's transactions. */
  readonly digits: Digits | undefined;
  /** The transactions contained at least once: bit n is the one of power n. */
  readonly contains: number;
  /** The call's own transaction as such a bit; 0 for a getBalance. */
  readonly own: number;
  /** Unix milliseconds with fractions. */
  readonly startMs: number;
  readonly endMs: number;
}

/** What every answer of the burst shows, in the order of the calls; all were answered with a balance. */
export const sightingsOf = (burst: Burst): Sighting[] => {
  const isOrdered = isOneRelease(burst.heard);
  return burst.heard.flatMap((heard) => {
    if (heard.answer.kind !== 'balance') return [];
    const balance = amountOf(heard.answer.balance);
    const digits = decodeBalance(burst, balance);
    const { startedAt, durationMs } = heard.call.exchange;
    return {
      heard,
      balance,
      digits,
      contains: bitsOf(digits),
      own: ownBit(burst, heard),
      startMs: isOrdered ? startedAt : Number.NEGATIVE_INFINITY,
      endMs: isOrdered ? startedAt + durationMs : Number.POSITIVE_INFINITY,
    };
  });
};

/** No two calls that are released together leave so far apart: the machine's time was set. */
const largestGapMs = 25;

/** Whether the times tell an order. A clock that was set in between would invent one. */
const isOneRelease = (heard: readonly Heard[]): boolean => {
  const starts = heard.map(({ call }) => call.exchange.startedAt).toSorted((a, b) => a - b);
  return starts.every((start, n) => start - (starts[n - 1] ?? start) < largestGapMs);
};

const bitsOf = (digits: Digits | undefined): number => {
  let bits = 0;
  for (const [place, digit] of digits ?? []) if (digit > 0) bits |= 1 << place;
  return bits;
};

const ownBit = ({ places }: Burst, { callback }: Heard): number => {
  if (callback.type === 'getBalance') return 0;
  const place = places.get(callback.transactionId);
  return place === undefined ? 0 : 1 << place;
};
