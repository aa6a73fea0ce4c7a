import { type Spread, spreadOf } from './statistics.ts';

/** One thing that was measured, in rounds; mostly a ratio to what was measured beside it. */
export interface Result {
  readonly part: string;
  readonly what: string;
  /** What its values are: `times bare`, `s`. */
  readonly unit: string;
  readonly values: readonly number[];
  /** The least or the most that its median may be; absent where it only informs. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Which way is faster; none where it is a peer's, which is not compared. */
  readonly better?: 'more' | 'less';
  /** What helps to read it: processor time by thread, the absolute figures of this machine. */
  readonly note?: string;
}

export const spread = ({ values }: Result): Spread => spreadOf(values);

export const goalOf = ({ atLeast, atMost }: Result): string => {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? '' : `≤ ${atMost}`;
};

/** Undefined where nothing is demanded. What could not be counted is missed. */
export const isMet = (result: Result): boolean | undefined => {
  const { atLeast, atMost } = result;
  const { median } = spread(result);
  if (atLeast !== undefined) return median >= atLeast;
  return atMost === undefined ? undefined : median <= atMost;
};

export const verdictOf = (result: Result): 'met' | 'MISSED' | '' => {
  const met = isMet(result);
  if (met === undefined) return '';
  return met ? 'met' : 'MISSED';
};
