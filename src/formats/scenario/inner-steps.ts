import type { RawRepeat, RawStep } from '../../spec/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';

/** A step as written, and where. */
export interface WrittenStep {
  readonly raw: RawStep;
  readonly cursor: Cursor;
}

/** The steps of a group, whether it has `step` or `steps`. */
export const innerSteps = (
  { step, steps }: Pick<RawRepeat, 'step' | 'steps'>,
  cursor: Cursor,
): WrittenStep[] => {
  const single = step === undefined ? [] : [{ raw: step, cursor: cursor.at('step') }];
  const listed = (steps ?? []).map((raw, index) => ({ raw, cursor: cursor.at('steps', index) }));
  return [...single, ...listed];
};
