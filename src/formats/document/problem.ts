import type { Span } from './span.ts';

/** Something wrong in a text: where, what, and what to do about it (may be empty). */
export interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly remedy: string;
}
