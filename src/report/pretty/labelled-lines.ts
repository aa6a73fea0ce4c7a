import { wrappedLines } from '../wrapped-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';

interface LabelOptions {
  /** Columns before the label. */
  readonly indent: number;
  /** Columns of the label, with the gap after it. */
  readonly width: number;
}

/** A label and its text, later lines of the text below its first. */
export const labelledLines = (
  { page, indent, width }: LabelOptions & { readonly page: Page },
  label: string,
  text: string,
): string[] =>
  wrappedLines(text, proseColumns(page, indent + width)).map((line, index) => {
    const head = (index === 0 ? label : '').padEnd(width);
    return `${' '.repeat(indent)}${page.paint.dim(head)}${line}`;
  });
