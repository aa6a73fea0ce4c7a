import truncatedWidth from 'fast-string-truncated-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Columns that plain text takes in a terminal. */
export const textWidth = (text: string): number => truncatedWidth(text).width;

/** Plain text in lines of at most so many columns, broken between words; a word that is wider is broken too. */
export const wrappedLines = (text: string, columns: number): string[] =>
  wrapAnsi(text, Math.max(columns, 10), { hard: true }).split('\n');

/** Plain text cut at its end, with an ellipsis, to so many columns. */
export const shorten = (text: string, columns: number): string => {
  if (columns < 1) return '';
  const { index, ellipsed } = truncatedWidth(text, { limit: columns, ellipsis: '…' });
  return `${text.slice(0, index)}${ellipsed ? '…' : ''}`;
};

/** The same, cut in the middle: ids differ at their ends. */
export const shortenMiddle = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text;
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
  const room = Math.ceil((columns - 1) / 2);
  const start = characters.findLastIndex((_, index) => textWidth(characters.slice(index).join('')) > room) + 1;
  const tail = characters.slice(start).join('');
  return `${shorten(text, Math.max(1, columns - textWidth(tail)))}${tail}`;
};

/** A column of plain text. */
export interface TextColumn {
  readonly head: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
  /** Present where the column may get narrower: how its cells are cut to so many columns. */
  readonly cut?: (text: string, columns: number) => string;
}

const columnGap = 2;
/** Narrower than this a cell says nothing any more. */
const leastColumns = 7;

const widthOf = ({ head, cells }: TextColumn): number => Math.max(...[head, ...cells].map(textWidth));

/** Columns as aligned lines: the heads, then a line for each row. Spaces survive where boxes do not. */
export const renderTable = (columns: readonly TextColumn[]): string[] => {
  const padded = columns.map((column) => {
    const width = widthOf(column);
    return [column.head, ...column.cells].map((cell) => {
      const space = ' '.repeat(width - textWidth(cell));
      return column.align === 'left' ? cell + space : space + cell;
    });
  });
  const rows = padded[0]?.map((_, row) => padded.map((cells) => cells[row] ?? '')) ?? [];
  return rows.map((cells) => cells.join(' '.repeat(columnGap)).trimEnd());
};

/** The columns narrowed, the widest first, until they fit into the room or can get no narrower. */
export const fitColumns = (columns: readonly TextColumn[], room: number): TextColumn[] => {
  const fitted = [...columns];
  const byWidth = columns
    .filter((column) => column.cut !== undefined)
    .toSorted((one, other) => widthOf(other) - widthOf(one));
  for (const column of byWidth) {
    const overflow = overflowOf(fitted, room);
    const width = Math.max(leastColumns, widthOf(column) - overflow);
    if (overflow > 0) fitted[fitted.indexOf(column)] = cutTo(column, width);
  }
  return fitted;
};

const overflowOf = (columns: readonly TextColumn[], room: number): number =>
  columns.reduce((sum, column) => sum + widthOf(column) + columnGap, -columnGap) - room;

const cutTo = (column: TextColumn, columns: number): TextColumn => {
  const { cut = shorten, head, cells } = column;
  return {
    ...column,
    head: shorten(head, columns),
    cells: cells.map((cell) => cut(cell, columns)),
  };
};
