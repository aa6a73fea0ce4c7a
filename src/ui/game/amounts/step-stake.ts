import { fromUnits } from './from-units.ts';
import { toUnits } from './to-units.ts';

/** The next stake on the ladder 1, 2, 5, 10, 20, 50, … of smallest units; what is no stake gives 1. */
export const stepStake = (stake: string, direction: 'up' | 'down', scale: number): string => {
  const units = toUnits(stake, scale);
  if (units === undefined) return '1';
  const stepped = direction === 'up' ? rungAbove(units) : rungBelow(units);
  return trimmed(fromUnits(stepped, scale));
};

const highest = 10n ** 15n;

const rungAbove = (units: bigint): bigint => {
  for (let rung = 1n; rung < highest; rung *= 10n) {
    for (const step of [rung, 2n * rung, 5n * rung]) if (step > units) return step;
  }
  return highest;
};

const rungBelow = (units: bigint): bigint => {
  for (let rung = highest; rung >= 1n; rung /= 10n) {
    for (const step of [5n * rung, 2n * rung, rung]) if (step < units) return step;
  }
  return 1n;
};

const trimmed = (amount: string): string =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
