import type { Amount } from '../../money/amount.ts';
import { amountOf, zero } from '../../money/amount.ts';
import { isFinerThanScale, roundToScale } from '../../money/currency-scale.ts';
import type { Callback } from '../../spec/callback.ts';
import type { HeardCall } from '../heard-call.ts';
import type { Ledger } from '../ledger.ts';
import { accountKey, balanceOf } from '../ledger.ts';

/**
 * Simultaneous calls on one account whose amounts tell their own story: each transaction moves
 * `unit` times a power of four of its own, all in one direction, and the balance covers them all.
 * A balance seen on the way names the transactions that it contains.
 */
export interface Burst {
  readonly currency: string;
  /** The balance before the calls. */
  readonly start: Amount;
  /** What the smallest transaction moves; negative where bets are debited. */
  readonly unit: Amount;
  /** Transaction id to its power of four. */
  readonly places: ReadonlyMap<string, number>;
  /** Power of four to how often its transaction was sent. */
  readonly copies: ReadonlyMap<number, number>;
  readonly heard: readonly HeardCall[];
}

/** The calls of one account as a burst; undefined where their amounts do not allow it. */
export const findBurst = (ledger: Ledger, heard: readonly HeardCall[]): Burst | undefined => {
  const [first] = heard;
  const changes = changesOf(ledger, heard);
  if (first === undefined || changes === undefined) return undefined;
  const { currency } = first.callback;
  const start = balanceOf(ledger, first.callback);
  const unit = smallest([...changes.values()]);
  if (start === undefined || unit === undefined || unit.eq(0)) return undefined;
  if (isFinerThanScale(unit, currency) || !isCovered(start, heard, changes)) return undefined;
  const places = placesOf(changes, unit);
  if (places === undefined) return undefined;
  return { currency, start, unit, places, copies: copiesOf(places, heard), heard };
};

/** What each transaction moves when it is new; undefined where one is not, or has two amounts. */
const changesOf = (
  ledger: Ledger,
  heard: readonly HeardCall[],
): ReadonlyMap<string, Amount> | undefined => {
  const changes = new Map<string, Amount>();
  const kinds = new Set<Callback['type']>();
  for (const { callback } of heard) {
    if (callback.type === 'getBalance') continue;
    const change = changeOf(ledger, callback);
    const known = changes.get(callback.transactionId) ?? change;
    if (change === undefined || known?.eq(change) !== true) return undefined;
    changes.set(callback.transactionId, change);
    kinds.add(callback.type);
  }
  return kinds.size === 1 ? changes : undefined;
};

const changeOf = (
  ledger: Ledger,
  callback: Exclude<Callback, { type: 'getBalance' }>,
): Amount | undefined => {
  const known = ledger.transactions.get(callback.transactionId);
  if (callback.type === 'makeBet') {
    return known === undefined ? amountOf(callback.win).minus(amountOf(callback.bet)) : undefined;
  }
  if (known?.state !== 'processed') return undefined;
  return accountKey(known.account) === accountKey(callback)
    ? known.bet.minus(known.win)
    : undefined;
};

const smallest = (changes: readonly Amount[]): Amount | undefined =>
  changes.reduce<Amount | undefined>(
    (least, each) => (least === undefined || each.abs().lt(least.abs()) ? each : least),
    undefined,
  );

/** Whether every order of the calls finds the money it needs: a right agent refuses none. */
const isCovered = (
  start: Amount,
  heard: readonly HeardCall[],
  changes: ReadonlyMap<string, Amount>,
): boolean => {
  const needs = new Map([...changes].map(([id, change]) => [id, change.times(-1)]));
  for (const { callback } of heard) {
    if (callback.type === 'makeBet') needs.set(callback.transactionId, amountOf(callback.bet));
  }
  const needed = [...needs.values()].reduce(
    (sum, each) => (each.gt(0) ? sum.plus(each) : sum),
    zero,
  );
  return start.gte(needed);
};

/** Powers up to this one fit a whole number of 32 bits, and no sensible stake is larger. */
const maxPlace = 14;

const placesOf = (
  changes: ReadonlyMap<string, Amount>,
  unit: Amount,
): ReadonlyMap<string, number> | undefined => {
  const placeOfSize = new Map(
    Array.from({ length: maxPlace + 1 }, (_, place) => [String(4 ** place), place] as const),
  );
  const places = new Map<string, number>();
  for (const [id, change] of changes) {
    const place = placeOfSize.get(change.div(unit).toFixed());
    if (place === undefined) return undefined;
    places.set(id, place);
  }
  return new Set(places.values()).size === places.size ? places : undefined;
};

const copiesOf = (
  places: ReadonlyMap<string, number>,
  heard: readonly HeardCall[],
): ReadonlyMap<number, number> => {
  const copies = new Map<number, number>();
  for (const { callback } of heard) {
    const place = callback.type === 'getBalance' ? undefined : places.get(callback.transactionId);
    if (place !== undefined) copies.set(place, (copies.get(place) ?? 0) + 1);
  }
  return copies;
};

/**
 * Simultaneous calls as bursts, one for each account: accounts are independent. Empty when the
 * calls of any account do not allow it, and an order must be searched for.
 */
export const groupBursts = (ledger: Ledger, heard: readonly HeardCall[]): readonly Burst[] => {
  const accounts = new Map<string, HeardCall[]>();
  for (const each of heard) {
    const key = accountKey(each.callback);
    accounts.set(key, [...(accounts.get(key) ?? []), each]);
  }
  const bursts = [...accounts.values()].flatMap((own) => findBurst(ledger, own) ?? []);
  return bursts.length === accounts.size && areApart(bursts) ? bursts : [];
};

/** An id that two accounts use belongs to the one that comes first, which nobody knows. */
const areApart = (bursts: readonly Burst[]): boolean => {
  const ids = bursts.flatMap(({ places }) => [...places.keys()]);
  return new Set(ids).size === ids.length;
};

/** Whether any two calls of the burst were under way at the same time, seen from our side. */
export const hasOverlap = ({ heard }: Burst): boolean => {
  const spans = heard.toSorted((one, other) => one.begun - other.begun);
  return spans.some(({ begun }, n) => {
    const before = spans[n - 1];
    return before !== undefined && before.ended > begun;
  });
};

/** One answer of a burst: what its balance contains, and when the call was under way. */
export interface BurstAnswer {
  readonly heard: HeardCall;
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
export const answersOf = (burst: Burst): BurstAnswer[] => {
  const isOrdered = isOneRelease(burst.heard);
  return burst.heard.flatMap((heard) => {
    if (heard.said.kind !== 'balance') return [];
    const balance = amountOf(heard.said.text);
    const digits = decodeBalance(burst, balance);
    return {
      heard,
      balance,
      digits,
      contains: bitsOf(digits),
      own: ownBit(burst, heard),
      startMs: isOrdered ? heard.begun : Number.NEGATIVE_INFINITY,
      endMs: isOrdered ? heard.ended : Number.POSITIVE_INFINITY,
    };
  });
};

/** No two calls that are released together leave so far apart: the machine's time was set. */
const largestGapMs = 25;

/** Whether the times tell an order. A clock that was set in between would invent one. */
const isOneRelease = (heard: readonly HeardCall[]): boolean => {
  const starts = heard.map(({ begun }) => begun).toSorted((a, b) => a - b);
  return starts.every((start, n) => start - (starts[n - 1] ?? start) < largestGapMs);
};

const bitsOf = (digits: Digits | undefined): number => {
  let bits = 0;
  for (const [place, digit] of digits ?? []) if (digit > 0) bits |= 1 << place;
  return bits;
};

const ownBit = ({ places }: Burst, { callback }: HeardCall): number => {
  if (callback.type === 'getBalance') return 0;
  const place = places.get(callback.transactionId);
  return place === undefined ? 0 : 1 << place;
};

/** How often each transaction of the burst is contained in a balance, by its power of four. */
type Digits = ReadonlyMap<number, number>;

/**
 * Reads a balance in base 4 against the one before the burst; what is left over goes to the largest
 * transaction. Undefined where no transaction, sent as often as it was, moves the balance like that.
 */
export const decodeBalance = (burst: Burst, balance: Amount): Digits | undefined => {
  const moved = roundToScale(balance, burst.currency).minus(burst.start).div(burst.unit);
  if (!moved.eq(moved.round(0)) || moved.lt(0) || moved.gt(largest)) return undefined;
  const digits = digitsOf(moved.toNumber(), Math.max(...burst.copies.keys()));
  for (const [place, digit] of digits) {
    if (digit > (burst.copies.get(place) ?? 0)) return undefined;
  }
  return digits;
};

/** More than any burst moves, however often each transaction is applied; whole numbers are exact. */
const largest = 2 ** 52;

const digitsOf = (moved: number, last: number): Digits => {
  const digits = new Map<number, number>();
  let rest = moved;
  for (let place = 0; place < last; place += 1) {
    digits.set(place, rest % 4);
    rest = Math.floor(rest / 4);
  }
  return digits.set(last, rest);
};
