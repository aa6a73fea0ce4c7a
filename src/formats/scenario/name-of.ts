import type { RawStep } from '../../spec/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';
import type { WrittenStep } from './inner-steps.ts';

/** An id as a step writes it, and where. */
export interface Name {
  readonly id: string;
  readonly cursor: Cursor;
}

/** The id that a step gives its call. */
export const definitionOf = ({ raw, cursor }: WrittenStep): Name | undefined => {
  for (const action of ['makeBet', 'rollback', 'pack'] as const) {
    const id = raw[action]?.id;
    if (id !== undefined) return { id, cursor: cursor.at(action, 'id') };
  }
  return undefined;
};

/** The earlier call that a step names. */
export const referenceOf = ({ raw, cursor }: WrittenStep): Name | undefined => {
  const path = referencePath(raw);
  if (path === undefined) return undefined;
  const id = cursor.at(...path).text();
  return id === undefined ? undefined : { id, cursor: cursor.at(...path) };
};

const referencePath = ({ resend, rollback, makeBet }: RawStep): readonly string[] | undefined => {
  if (resend !== undefined) return typeof resend === 'string' ? ['resend'] : ['resend', 'call'];
  if (rollback?.of !== undefined) return ['rollback', 'of'];
  return makeBet?.transaction_of === undefined ? undefined : ['makeBet', 'transaction_of'];
};
