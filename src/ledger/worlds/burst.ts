import { type Amount, amountOf, isFinerThanScale, roundToScale, zero } from '../../base/money.ts';
import type { Callback, MakeBet } from '../../spec/callback.ts';
import { accountKey } from '../account.ts';
import type { HeardCall } from '../heard-call.ts';
import { balanceOf, type Ledger, type Transaction, wasApplied } from '../ledger.ts';

/**
 * Simultaneous calls on one account whose amounts tell their own story: each transaction moves
 * `unit` times a power of four of its own, and the balance covers them all. A balance seen on the
 * way names the transactions that it contains. Beside them stand calls that move nothing, whatever
 * comes first: getBalance, duplicates of what was settled before, bets that nothing covers.
 */
export interface Burst {
  readonly currency: string;
  /** The balance before the calls. */
  readonly start: Amount;
  /** What the smallest transaction moves, without its sign. */
  readonly unit: Amount;
  /** Transaction id to its power of four. */
  readonly places: ReadonlyMap<string, number>;
  /** The powers of four whose transactions are credited; the others are debited. */
  readonly credits: ReadonlySet<number>;
  /** Power of four to the bet and the win that its transaction moves, where it moves both. */
  readonly halves: ReadonlyMap<number, readonly [Amount, Amount]>;
  /** Power of four to how often its transaction was sent. */
  readonly copies: ReadonlyMap<number, number>;
  readonly heard: readonly HeardCall[];
}

/** The calls of one account as a burst; undefined where their amounts do not allow it. */
export const findBurst = (ledger: Ledger, heard: readonly HeardCall[]): Burst | undefined => {
  const [first] = heard;
  const start = first && balanceOf(ledger, first.callback);
  if (first === undefined || start === undefined) return undefined;
  const { currency } = first.callback;
  const moves = movesOf(ledger, heard, start);
  const unit = moves && smallest([...moves.values()].map(changeOf));
  if (moves === undefined || unit === undefined || unit.eq(0)) return undefined;
  if (isFinerThanScale(unit, currency) || !isCovered(start, heard, moves)) return undefined;
  const places = placesOf(moves, unit);
  if (places === undefined) return undefined;
  const at = (id: string): number => places.get(id) ?? 0;
  const credits = [...moves].flatMap(([id, move]) => (changeOf(move).gt(0) ? at(id) : []));
  const halves = [...moves].flatMap(([id, { debit, credit }]) =>
    debit.eq(0) || credit.eq(0) ? [] : [[at(id), [debit.times(-1), credit]] as const],
  );
  const burst: Burst = {
    currency,
    start,
    unit,
    places,
    credits: new Set(credits),
    halves: new Map(halves),
    copies: copiesOf(places, heard),
    heard,
  };
  return isTold(burst) ? burst : undefined;
};

/** What a transaction takes and gives, neither below zero. */
interface BurstMove {
  readonly debit: Amount;
  readonly credit: Amount;
}

const changeOf = ({ debit, credit }: BurstMove): Amount => credit.minus(debit);

/** What each transaction moves; undefined where that depends on which call comes first. */
const movesOf = (
  ledger: Ledger,
  heard: readonly HeardCall[],
  start: Amount,
): ReadonlyMap<string, BurstMove> | undefined => {
  const moves = new Map<string, BurstMove>();
  const most = mostMoney(ledger, heard, start);
  const calls = heard.flatMap(({ callback }) => (callback.type === 'getBalance' ? [] : callback));
  for (const callback of calls) {
    const move = moveOf(ledger, callback, most);
    if (move === undefined) return undefined;
    if (move !== nothing) moves.set(callback.transactionId, move);
  }
  const first = new Map(calls.toReversed().map((each) => [each.transactionId, each] as const));
  const isMixed = calls.some((each) => isOpen(ledger, moves, each) && !isCopy(first.get(each.transactionId), each));
  return isMixed ? undefined : moves;
};

/** What moves money, or was never applied: a rollback of it makes another call of its bet. */
const isOpen = (ledger: Ledger, moves: ReadonlyMap<string, BurstMove>, { transactionId: id }: Mover): boolean => {
  const known = ledger.transactions.get(id);
  return moves.has(id) || known === undefined || !wasApplied(known);
};

type Mover = Exclude<Callback, { type: 'getBalance' }>;

/** One id as a bet and as a rollback, or with two amounts: which comes first counts. */
const isCopy = (one: Mover | undefined, other: Mover): boolean => {
  if (one?.type !== 'makeBet' || other.type === 'rollback') return one?.type === other.type;
  return amountOf(one.bet).eq(amountOf(other.bet)) && amountOf(one.win).eq(amountOf(other.win));
};

const nothing: BurstMove = { debit: zero, credit: zero };

/** The balance in the order in which all that is credited comes first. */
const mostMoney = (ledger: Ledger, heard: readonly HeardCall[], start: Amount): Amount => {
  const given = new Map<string, Amount>();
  for (const { callback } of heard) {
    if (callback.type === 'getBalance') continue;
    const known = ledger.transactions.get(callback.transactionId);
    const credit = callback.type === 'makeBet' ? amountOf(callback.win) : known?.bet;
    given.set(callback.transactionId, credit ?? zero);
  }
  return [...given.values()].reduce((sum, each) => sum.plus(each), start);
};

/** `most`: what there is at the best; a bet above it is refused in every order. */
const moveOf = (ledger: Ledger, callback: Mover, most: Amount): BurstMove | undefined => {
  const known = ledger.transactions.get(callback.transactionId);
  if (known !== undefined && accountKey(known.account) !== accountKey(callback)) return undefined;
  return callback.type === 'rollback' ? refundOf(known) : betOf(callback, known, most);
};

const refundOf = (known: Transaction | undefined): BurstMove =>
  known?.state === 'processed' ? { debit: known.win, credit: known.bet } : nothing;

const betOf = ({ bet, win }: MakeBet, known: Transaction | undefined, most: Amount): BurstMove | undefined => {
  if (known !== undefined && wasApplied(known)) return nothing;
  const move = { debit: amountOf(bet), credit: amountOf(win) };
  if (known?.state !== 'cancelled' && move.debit.gt(most)) return nothing;
  return known === undefined ? move : undefined;
};

const smallest = (changes: readonly Amount[]): Amount | undefined =>
  changes.reduce<Amount | undefined>(
    (least, each) => (least === undefined || each.abs().lt(least) ? each.abs() : least),
    undefined,
  );

/** Whether every order of the calls finds the money it needs: a right agent refuses none of them. */
const isCovered = (start: Amount, heard: readonly HeardCall[], moves: ReadonlyMap<string, BurstMove>): boolean => {
  const isBet = new Set(heard.flatMap(({ callback }) => (callback.type === 'makeBet' ? callback.transactionId : [])));
  const needs = [...moves].map(([id, move]) => (isBet.has(id) ? move.debit : changeOf(move).times(-1)));
  const needed = needs.reduce((sum, each) => (each.gt(0) ? sum.plus(each) : sum), zero);
  return start.gte(needed);
};

/** Powers up to this one fit a whole number of 32 bits, and no sensible stake is larger. */
const maxPlace = 14;

const placesOf = (moves: ReadonlyMap<string, BurstMove>, unit: Amount): ReadonlyMap<string, number> | undefined => {
  const placeOfSize = new Map(Array.from({ length: maxPlace + 1 }, (_, place) => [String(4 ** place), place] as const));
  const places = new Map<string, number>();
  for (const [id, move] of moves) {
    const place = placeOfSize.get(changeOf(move).abs().div(unit).toFixed());
    if (place === undefined) return undefined;
    places.set(id, place);
  }
  return new Set(places.values()).size === places.size ? places : undefined;
};

const copiesOf = (places: ReadonlyMap<string, number>, heard: readonly HeardCall[]): ReadonlyMap<number, number> => {
  const copies = new Map<number, number>();
  for (const { callback } of heard) {
    const place = callback.type === 'getBalance' ? undefined : places.get(callback.transactionId);
    if (place !== undefined) copies.set(place, (copies.get(place) ?? 0) + 1);
  }
  return copies;
};

/** Of a credit beside debits a balance tells no more than that it was applied twice. */
const isTold = (burst: Burst): boolean =>
  biasOf(burst) === 0 || [...burst.credits].every((place) => (burst.copies.get(place) ?? 0) <= biasOf(burst));

/** Whether all of its transactions are credited. */
export const isCreditsOnly = ({ credits, places }: Burst): boolean => credits.size === places.size;

/**
 * What is credited beside debits counts from above: as if it had been applied so often before, and
 * each time were taken off. No digit is below zero then.
 */
export const biasOf = (burst: Burst): number => (isCreditsOnly(burst) ? 0 : 2);

/**
 * Simultaneous calls as bursts, one for each account: accounts are independent. Empty when the
 * calls of any account do not allow it, and an order must be searched for.
 */
export const groupBursts = (ledger: Ledger, heard: readonly HeardCall[]): readonly Burst[] => {
  if (!areApart(heard)) return [];
  const accounts = new Map<string, HeardCall[]>();
  for (const each of heard) {
    const key = accountKey(each.callback);
    accounts.set(key, [...(accounts.get(key) ?? []), each]);
  }
  const bursts = [...accounts.values()].flatMap((own) => findBurst(ledger, own) ?? []);
  return bursts.length === accounts.size ? bursts : [];
};

/** An id that two accounts use belongs to the one that comes first, which nobody knows. */
const areApart = (heard: readonly HeardCall[]): boolean => {
  const owners = new Map<string, string>();
  return heard.every(({ callback }) => {
    if (callback.type === 'getBalance') return true;
    const { transactionId: id } = callback;
    const key = accountKey(callback);
    const isApart = (owners.get(id) ?? key) === key;
    owners.set(id, key);
    return isApart;
  });
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
export const isOneRelease = (heard: readonly HeardCall[]): boolean => {
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
  const moved = movedOf(burst, balance);
  if (!moved.eq(moved.round(0)) || moved.lt(0) || moved.gt(largest)) return undefined;
  const digits = digitsOf(moved.toNumber(), Math.max(...burst.copies.keys()));
  const bias = biasOf(burst);
  const told = [...digits].map(([place, digit]): [number, number] =>
    bias > 0 && burst.credits.has(place) ? [place, bias - digit] : [place, digit],
  );
  const isPossible = told.every(([place, digit]) => digit >= 0 && digit <= (burst.copies.get(place) ?? 0));
  return isPossible ? new Map(told) : undefined;
};

/** How many units the balance has moved, in the direction of the debits where there are any. */
const movedOf = (burst: Burst, balance: Amount): Amount => {
  const { start, unit, currency, credits } = burst;
  // An account may have had more digits than its currency before.
  const change = roundToScale(start.minus(balance), currency).div(unit);
  return [...credits].reduce(
    (sum, place) => sum.plus(biasOf(burst) * 4 ** place),
    isCreditsOnly(burst) ? change.times(-1) : change,
  );
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
