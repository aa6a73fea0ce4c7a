import type { Cursor } from '../document/cursor.ts';
import type { RawRepeat, RawStep } from './scenario-schema.ts';

/** A step that is no group, and how often the `together` that it stands in makes it at once. */
export interface WrittenCall extends WrittenStep {
  readonly groupCount: number;
}

/** `repeat` in `repeat` is the deepest. */
const deepestRepeat = 2;

/** Every step that is no group, in the order of the file; complains of repeats that go too deep. */
export const writtenCalls = (steps: readonly RawStep[], root: Cursor): WrittenCall[] =>
  innerSteps({ steps }, root).flatMap((step) => callsOf(step, 0));

const callsOf = ({ raw, cursor }: WrittenStep, depth: number): WrittenCall[] => {
  const { together, repeat } = raw;
  if (together !== undefined) {
    const at = cursor.at('together');
    const rows = Object.entries(together.beside ?? {}).map(([row, group]) => [group, at.at('beside', row)] as const);
    return [[together, at] as const, ...rows].flatMap(([group, groupAt]) =>
      innerSteps(group, groupAt).map((step) => ({ ...step, groupCount: group.count })),
    );
  }
  if (repeat === undefined) return [{ raw, cursor, groupCount: 1 }];
  if (depth === deepestRepeat) {
    cursor.at('repeat').complainOfKey('`repeat` is nested three deep', 'two are the most');
  }
  const inner = innerSteps(repeat, cursor.at('repeat'));
  return inner.flatMap((step) => callsOf(step, depth + 1));
};

/** A step as written, and where. */
export interface WrittenStep {
  readonly raw: RawStep;
  readonly cursor: Cursor;
}

/** The steps of a group, whether it has `step` or `steps`. */
export const innerSteps = ({ step, steps }: Pick<RawRepeat, 'step' | 'steps'>, cursor: Cursor): WrittenStep[] => {
  const single = step === undefined ? [] : [{ raw: step, cursor: cursor.at('step') }];
  const listed = (steps ?? []).map((raw, index) => ({ raw, cursor: cursor.at('steps', index) }));
  return [...single, ...listed];
};
