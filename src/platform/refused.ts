import type { RefusalCode } from '../spec/refusal.ts';

/** What is wrong with one field, for people: `{ field: 'game_id', reason: 'missing' }`. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: string;
}

/** An error answer before it is written: section 7's code, and a message that helps. */
export interface RefusedAnswer {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  readonly errors?: readonly FieldProblem[];
  /** Where the HTTP status is not the one of the code. */
  readonly status?: number;
}

export const refused = (code: RefusalCode, message: string): RefusedAnswer => ({
  kind: 'refused',
  code,
  message,
});

/** A validation_error that names each field and why; `field` may also be a header or `body`. */
export const invalid = (...errors: readonly FieldProblem[]): RefusedAnswer => ({
  kind: 'refused',
  code: 'validation_error',
  message: errors.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
  errors,
});
