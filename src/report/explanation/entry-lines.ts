import type { Page } from '../pretty/page.ts';
import { proseColumns } from '../pretty/page.ts';
import { wrappedLines } from '../wrapped-lines.ts';

/** A name, and what there is to say about it. */
export type Entry = readonly [name: string, text: string];

const indent = 2;
const gap = 2;
/** A text in fewer columns than this goes below its name. */
const leastText = 36;

/** Names with their texts beside them, or below where the page is narrow; a name is never broken. */
export const entryLines = (entries: readonly Entry[], page: Page): string[] => {
  const width = Math.max(0, ...entries.map(([name]) => name.length)) + gap;
  const room = proseColumns(page, indent + width);
  return entries.flatMap((entry) =>
    room < leastText ? lineBelow(entry, page) : lineBeside(entry, { page, width, room }),
  );
};

interface Columns {
  readonly page: Page;
  readonly width: number;
  readonly room: number;
}

const lineBeside = ([name, text]: Entry, { page, width, room }: Columns): string[] =>
  wrappedLines(text, room).map((line, index) => {
    const head = (index === 0 ? name : '').padEnd(width);
    return `${' '.repeat(indent)}${page.paint.cyan(head)}${line}`;
  });

const lineBelow = ([name, text]: Entry, page: Page): string[] => [
  `${' '.repeat(indent)}${page.paint.cyan(name)}`,
  ...wrappedLines(text, proseColumns(page, indent * 2)).map(
    (line) => `${' '.repeat(indent * 2)}${line}`,
  ),
];
