import {
  type Amount,
  amountOf,
  parseAmount,
  renderAtScale,
  roundings,
  roundToScale,
  scaleOf,
  smallestUnit,
  zero,
} from '../../base/money.ts';
import type { Amounts, Transaction } from '../ledger.ts';
import { netOf } from './transaction-stories.ts';

// Causes of a difference that no story of one transaction explains. Any number fits some cause by chance: each is
// told only where few other differences would fit it, too.

/** A balance that is wrong, and what it may be wrong by. */
export interface WrongNumber {
  readonly currency: string;
  readonly expected: Amount;
  readonly actual: Amount;
  /** The transaction of the call that shows it, where it was applied. */
  readonly call: Transaction | undefined;
  /** All that the account has applied and not undone, newest first. */
  readonly applied: readonly Transaction[];
}

/** The likeliest cause, in the wallet developer's words; undefined where the numbers name none. */
export const causeInNumbers = (wrong: WrongNumber): string | undefined =>
  overflowed(wrong) ??
  keptInFloat(wrong) ??
  keptWithFewerDigits(wrong) ??
  writtenWithoutZero(wrong) ??
  readAsCents(wrong) ??
  shareOfCall(wrong) ??
  sumOfCalls(wrong);

const changeOf = ({ expected, actual }: WrongNumber): Amount => actual.minus(expected);

const unitsOf = (currency: string): readonly Amount[] => [amountOf('1'), smallestUnit(currency)];

/** An integer of 32 bits, signed or not, that counts whole units or the smallest ones; or a column of so many digits. */
const overflowed = (wrong: WrongNumber): string | undefined => {
  const { currency, expected, actual } = wrong;
  for (const bits of [32, 31]) {
    for (const unit of unitsOf(currency)) {
      const span = unit.times(2 ** bits);
      const counted = `an integer of 32 bits overflowed, which counts units of ${renderAtScale(unit, currency)}`;
      if (changeOf(wrong).mod(span).eq(0)) return `${counted}: the balance is off by a multiple of 2^${bits} of them`;
      if (actual.eq(span.minus(unit))) return `${counted}: 2^${bits} - 1 of them are the most that it holds`;
    }
  }
  const isFull = /^9{4,}(\.9+)?$/.test(renderAtScale(actual, currency)) && actual.lt(expected);
  return isFull ? `${renderAtScale(actual, currency)} is the most that the column of the balance holds` : undefined;
};

/** The expected amount as a float of 32 bits has it, in any unit, where that is another one at the currency's scale. */
export const keptInFloat = ({
  currency,
  expected,
  actual,
}: Pick<WrongNumber, 'currency' | 'expected' | 'actual'>): string | undefined => {
  const atScale = (amount: Amount): Amount => roundToScale(amount, currency);
  const isKept = (unit: Amount): boolean => {
    const kept = parseAmount(String(Math.fround(expected.div(unit).toNumber())))?.times(unit);
    return kept !== undefined && atScale(kept).eq(atScale(actual)) && !atScale(kept).eq(atScale(expected));
  };
  return unitsOf(currency).some(isKept) ? 'the balance is kept in a float of 32 bits, which has 7 digits' : undefined;
};

/** Fewer decimals than the currency has: of the balance, or of the amounts of the call. */
const keptWithFewerDigits = (wrong: WrongNumber): string | undefined => {
  const { currency, expected, actual, call } = wrong;
  for (let decimals = 0; decimals < scaleOf(currency); decimals += 1) {
    const kept = `kept with ${decimals === 0 ? 'no decimals' : `${decimals} of ${scaleOf(currency)} decimals`}`;
    for (const how of [roundings.down, roundings['half up']]) {
      const cut = (amount: Amount): Amount => amount.round(decimals, how);
      if (cut(expected).eq(actual)) return `the balance is ${kept}`;
      if (call === undefined) continue;
      const moved = movedBy(call, { bet: cut(call.bet), win: cut(call.win) });
      if (moved.minus(movedBy(call, call)).eq(changeOf(wrong))) return `bet and win of ${call.id} are ${kept}`;
    }
  }
  return undefined;
};

/** Whole units and cents that are put together as numbers: 998.01 comes as 998.1. */
const writtenWithoutZero = ({ currency, expected, actual }: WrongNumber): string | undefined => {
  const right = renderAtScale(expected, currency);
  const written = right.replace(/\.0+(?=\d)/, '.');
  if (written === right || parseAmount(written)?.eq(actual) !== true) return undefined;
  return `cents are written without the zeros before them: ${right} as ${written}`;
};

/** The digits after the point as a number of the smallest units, however many there are: 4.5 is 4 and 5 cents. */
const readAsCents = (wrong: WrongNumber): string | undefined => {
  const { call, currency } = wrong;
  if (call === undefined) return undefined;
  const asCents = (amount: Amount): Amount => {
    const whole = amount.round(0, roundings.down);
    const digits = amountOf(amount.toFixed().split('.')[1] ?? '0');
    return whole.plus(digits.times(smallestUnit(currency)));
  };
  const moved = movedBy(call, { bet: asCents(call.bet), win: asCents(call.win) });
  const read = [call.bet, call.win].find((amount) => !asCents(amount).eq(amount));
  if (read === undefined || !moved.minus(movedBy(call, call)).eq(changeOf(wrong))) return undefined;
  return `what stands after the point is taken for whole cents: ${read.toFixed()} is read as ${asCents(read).toFixed()}`;
};

/** What the last call on the transaction moves, were its amounts these. */
const movedBy = ({ state }: Transaction, amounts: Amounts): Amount =>
  netOf(amounts).times(state === 'rolled-back' ? -1 : 1);

/** Percentages that somebody may take or give: each a multiple of the one before. */
const shares = [0.5, 1, 5];
const mostPercent = 50;

/** A share that is worth fewer smallest units fits any difference. */
const fewestUnits = 5;

/** A fee or commission, or a bonus: a part of the bet or of the win of the call. */
const shareOfCall = (wrong: WrongNumber): string | undefined => {
  const { call, currency } = wrong;
  if (call === undefined) return undefined;
  const change = changeOf(wrong);
  for (const name of ['win', 'bet'] as const) {
    const percent = percentOf(call[name], change.abs(), currency);
    if (percent === undefined) continue;
    const share = `${percent} % of the ${name} of ${call.id}`;
    return change.lt(0)
      ? `${share} was taken as well, like a fee or a commission`
      : `${share} was given as well, like a bonus`;
  }
  return undefined;
};

const percentOf = (amount: Amount, part: Amount, currency: string): number | undefined => {
  const fewest = smallestUnit(currency).times(fewestUnits);
  const share = shares.find((each) => percentageOf(amount, each).gte(fewest));
  if (share === undefined) return undefined;
  const percent = part.div(amount).times(100).div(share).round(0).times(share).toNumber();
  const isMeant = percent > 0 && percent <= mostPercent;
  return isMeant && roundToScale(percentageOf(amount, percent), currency).eq(part) ? percent : undefined;
};

const percentageOf = (amount: Amount, percent: number): Amount => amount.times(percent).div(100);

/** Of more transactions than this, some make up any difference. */
const mostTransactions = 8;

/** So many of the next amounts, to either side, must be no such sum. */
const mostNeighbours = 5;

/** Two or three transactions that are missing, or counted twice; where these alone make up the difference. */
const sumOfCalls = (wrong: WrongNumber): string | undefined => {
  const change = changeOf(wrong);
  const moving = wrong.applied.filter((each) => !netOf(each).eq(0)).slice(0, mostTransactions);
  const sums = setsOf(moving).flatMap((set) => {
    const sum = set.reduce((so, each) => so.plus(netOf(each)), zero);
    return [
      { sum, told: 'counted twice', set },
      { sum: sum.times(-1), told: 'missing', set },
    ];
  });
  const grain = grainOf([change, ...moving.map(netOf)]);
  const near = sums.filter(({ sum }) => sum.minus(change).abs().lte(grain.times(mostNeighbours)));
  const [only, ...others] = near;
  if (only === undefined || others.length > 0 || !only.sum.eq(change)) return undefined;
  const ids = only.set.map(({ id }) => id).toReversed();
  return `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)} are ${only.told}`;
};

/** Two or three of them each. */
const setsOf = (all: readonly Transaction[]): (readonly Transaction[])[] =>
  all.flatMap((one, n) =>
    all.slice(n + 1).flatMap((two, m) => [[one, two], ...all.slice(n + m + 2).map((three) => [one, two, three])]),
  );

/** The smallest unit that all of them are written in. */
const grainOf = (amounts: readonly Amount[]): Amount =>
  amountOf(`1e-${Math.max(0, ...amounts.map(({ c, e }) => c.length - 1 - e))}`);
