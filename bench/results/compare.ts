import { type Result, spread } from './result.ts';
import type { Spread } from './statistics.ts';

/** How a value came out beside an earlier run. `unclear`: slower in the middle, but their ranges overlap widely. */
export interface Comparison {
  readonly part: string;
  readonly what: string;
  readonly kind: 'slower' | 'unclear' | 'faster' | 'alike' | 'new' | 'gone';
  /** How many times slower it has become; below 1 where it is faster. */
  readonly factor: number;
}

/** From a tenth on a change counts. */
const tenth = 1.1;

/** Ranges that share this much of the smaller one say nothing about which is slower. */
const wideOverlap = 0.5;

/** Every value that has a better way to go, beside that of an earlier run. */
export const compareResults = (before: readonly Result[], now: readonly Result[]): readonly Comparison[] => {
  const parts = new Set(now.map(({ part }) => part));
  const earlier = new Map(before.map((result) => [keyOf(result), result]));
  const later = new Set(now.map(keyOf));
  const gone = before.filter((result) => parts.has(result.part) && !later.has(keyOf(result)));
  return [
    ...now.filter(isCompared).map((result) => compareOne(earlier.get(keyOf(result)), result)),
    ...gone.filter(isCompared).map(({ part, what }): Comparison => {
      return { part, what, kind: 'gone', factor: Number.NaN };
    }),
  ];
};

const keyOf = ({ part, what }: Result): string => `${part}: ${what}`;

const isCompared = ({ better }: Result): boolean => better !== undefined;

const compareOne = (before: Result | undefined, now: Result): Comparison => {
  const { part, what, better } = now;
  if (before === undefined) return { part, what, kind: 'new', factor: Number.NaN };
  const [old, current] = [spread(before), spread(now)];
  const factor = better === 'more' ? old.median / current.median : current.median / old.median;
  return { part, what, kind: kindOf(factor, overlap(old, current)), factor };
};

const kindOf = (factor: number, shared: number): Comparison['kind'] => {
  if (factor >= tenth) return shared >= wideOverlap ? 'unclear' : 'slower';
  return factor <= 1 / tenth && shared < wideOverlap ? 'faster' : 'alike';
};

/** The part of the smaller range that lies in the other one, 0 to 1. */
const overlap = (one: Spread, other: Spread): number => {
  const shared = Math.min(one.high, other.high) - Math.max(one.low, other.low);
  const smaller = Math.min(one.high - one.low, other.high - other.low);
  if (shared < 0) return 0;
  return smaller === 0 ? 1 : shared / smaller;
};
