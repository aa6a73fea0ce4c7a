import type { Place } from '../../spec/scenario.ts';
import type { ErrorCode } from '../../spec/walletproof-error.ts';

/** A text as its reader may see it: secrets masked, every offset kept. */
export interface Page {
  readonly file: string;
  /** The code of the errors that point into it. */
  readonly code: ErrorCode;
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[];
}

export const createPage = (page: Omit<Page, 'lineStarts'>): Page => ({
  ...page,
  lineStarts: [0, ...[...page.text.matchAll(/\n/g)].map(({ index }) => index + 1)],
});

/** Line and column (in characters) of an offset, from 1. */
export const placeAt = ({ text, lineStarts }: Page, offset: number): Place => {
  const line = lineOf(lineStarts, offset);
  const before = text.slice(lineStarts[line - 1], offset);
  return { line, column: [...before].length + 1 };
};

/** The text of a line, from 1, without its end. */
export const lineText = ({ text, lineStarts }: Page, line: number): string => {
  const start = lineStarts[line - 1] ?? text.length;
  return text.slice(start, lineStarts[line] ?? text.length).replace(/\r?\n$/, '');
};

/** How many lines start at or before the offset, found by halving. */
const lineOf = (lineStarts: readonly number[], offset: number): number => {
  let low = 0;
  let high = lineStarts.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
};
