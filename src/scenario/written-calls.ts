import type { RawStep } from '../contract/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';
import type { WrittenStep } from './inner-steps.ts';
import { innerSteps } from './inner-steps.ts';

/** A step that is no group, with the `together` that it stands in. */
export interface WrittenCall extends WrittenStep {
  readonly group?: NonNullable<RawStep['together']>;
}

/** `repeat` in `repeat` is the deepest. */
const deepestRepeat = 2;

/** Every step of a scenario that is no group, in the order of the file; complains of deep repeats. */
export const writtenCalls = (steps: readonly RawStep[], root: Cursor): WrittenCall[] =>
  innerSteps({ steps }, root).flatMap((step) => callsOf(step, 0));

const callsOf = ({ raw, cursor }: WrittenStep, depth: number): WrittenCall[] => {
  const { together, repeat } = raw;
  if (together !== undefined) {
    return innerSteps(together, cursor.at('together')).map((step) => ({ ...step, group: together }));
  }
  if (repeat === undefined) return [{ raw, cursor }];
  if (depth === deepestRepeat) {
    cursor.at('repeat').complainOfKey('`repeat` is nested three times', 'two are the most');
  }
  const inner = innerSteps(repeat, cursor.at('repeat'));
  return inner.flatMap((step) => callsOf(step, depth + 1));
};
