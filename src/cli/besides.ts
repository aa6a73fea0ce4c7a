import { visibleText } from './visible-text.ts';

/** Two texts cut to the same part, control characters as `\u000a`. */
export interface Besides {
  readonly signed: string;
  readonly wanted: string;
  /** Column of the first character that differs. */
  readonly column: number;
}

/** How much stands before the difference. */
const before = 24;

/** The parts of two texts around the first place where they differ, in so many columns. */
export const besides = (signed: string, wanted: string, columns: number): Besides => {
  const at = firstDifference(signed, wanted);
  const start = Math.max(0, at - before);
  const head = start > 0 ? '…' : '';
  const part = (text: string): string => {
    const visible = head + visibleText(text.slice(start, start + columns));
    return visible.length <= columns && text.length <= start + columns
      ? visible
      : `${visible.slice(0, Math.max(0, columns - 1))}…`;
  };
  const column = (head + visibleText(wanted.slice(start, at))).length;
  return { signed: part(signed), wanted: part(wanted), column };
};

const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
};
