import type { MistakeCode } from './signature-mistakes.ts';

/**
 * What is known of a signature that was refused: the mistake by name and the line to change.
 * `other-dialect`: signed right, but not in the one dialect that the platform takes
 * (`quirks.dialect`). Holds no token.
 */
export interface ExchangeExplanation {
  readonly mistake: MistakeCode | 'other-dialect';
  /** The field of the body that it is about, where there is one. */
  readonly field?: string;
  /** What differs, for this body. */
  readonly sentence: string;
  /** What to change. */
  readonly remedy: string;
  /** The first place where what was signed differs from what is expected; bytes from 1. */
  readonly difference?: {
    readonly byte: number;
    readonly signed: string;
    readonly expected: string;
  };
}
