import type { ChalkInstance } from 'chalk';
import { wrappedLines } from '../base/text-table.ts';

/** What text is laid out on. */
export interface TextPage {
  /** Columns of the terminal, or of the text where there is none. */
  readonly columns: number;
  readonly paint: ChalkInstance;
}

/** Prose wider than this is hard to read, however wide the terminal. */
const widestProse = 100;

/** Columns of prose after an indent. */
export const proseColumns = (page: TextPage, indent: number): number => Math.min(page.columns, widestProse) - indent;

interface LabelOptions {
  /** Columns before the label. */
  readonly indent: number;
  /** Columns of the label, with the gap after it. */
  readonly width: number;
}

/** A label and its text, later lines of the text below its first. */
export const labelledLines = (
  { page, indent, width }: LabelOptions & { readonly page: TextPage },
  label: string,
  text: string,
): string[] =>
  wrappedLines(text, proseColumns(page, indent + width)).map((line, index) => {
    const head = (index === 0 ? label : '').padEnd(width);
    return `${' '.repeat(indent)}${page.paint.dim(head)}${line}`;
  });

/** Parts in as few lines as the columns take, none broken within: `12 passed` stays together. */
export const partedLines = (parts: readonly string[], columns: number): string[] =>
  wrappedLines(parts.map((part) => part.replaceAll(' ', inPart)).join(' '), columns).map((line) =>
    line.replaceAll(inPart, ' '),
  );

/** Stands for a space within a part. */
const inPart = '\u00a0';
