import { wrappedLines } from '../base/text-table.ts';
import { proseColumns, type TextPage } from './page.ts';

/** Lines that belong together, under a title where they need one; nothing is shown of an empty one. */
export interface ExplanationPart {
  readonly title?: string;
  readonly lines: readonly string[];
}

/** The lines of a part, its title first. */
export const linesOf = ({ title, lines }: ExplanationPart, page: TextPage): readonly string[] =>
  title === undefined ? lines : [page.paint.bold(title), ...lines];

/** A name, and what there is to say about it. */
export type NamedText = readonly [name: string, text: string];

const gap = 2;

const indent = 2;

/** A text in fewer columns than this goes below its name. */
const leastText = 36;

/** Names with their texts beside them, or below where the page is narrow; a name is never broken. */
export const entryLines = (entries: readonly NamedText[], page: TextPage): string[] => {
  const width = Math.max(0, ...entries.map(([name]) => name.length)) + gap;
  const room = proseColumns(page, indent + width);
  return entries.flatMap((entry) =>
    room < leastText ? lineBelow(entry, page) : lineBeside(entry, { page, width, room }),
  );
};

const lineBelow = ([name, text]: NamedText, page: TextPage): string[] => [
  `${' '.repeat(indent)}${page.paint.cyan(name)}`,
  ...wrappedLines(text, proseColumns(page, indent * 2)).map((line) => `${' '.repeat(indent * 2)}${line}`),
];

interface Columns {
  readonly page: TextPage;
  readonly width: number;
  readonly room: number;
}

const lineBeside = ([name, text]: NamedText, { page, width, room }: Columns): string[] =>
  wrappedLines(text, room).map((line, index) => {
    const head = (index === 0 ? name : '').padEnd(width);
    return `${' '.repeat(indent)}${page.paint.cyan(head)}${line}`;
  });
