import type { Place } from '../contract/scenario.ts';
import type { ErrorCode } from '../contract/walletproof-error.ts';

/** A text as its reader may see it: secrets masked, every offset kept. */
export interface Page {
  readonly file: string;
  /** The code of the errors that point into it. */
  readonly code: ErrorCode;
  readonly text: string;
}

/** Line and column (in characters) of an offset, from 1. */
export const placeAt = ({ text }: Pick<Page, 'text'>, offset: number): Place => {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: [...before.slice(lineStart)].length + 1,
  };
};
