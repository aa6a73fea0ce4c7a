import { graphemesOf, textWidth } from './text-width.ts';

/** As many of the graphemes, from the first, as the columns hold. */
const fitting = (graphemes: readonly string[], columns: number): string[] => {
  let used = 0;
  const end = graphemes.findIndex((grapheme) => {
    used += textWidth(grapheme);
    return used > columns;
  });
  return graphemes.slice(0, end === -1 ? graphemes.length : end);
};

/** Plain text cut at its end, with an ellipsis, to so many columns. */
export const shorten = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return '';
  return `${fitting(graphemesOf(text), columns - 1).join('')}…`;
};

/** The same, cut in the middle: ids differ at their ends. */
export const shortenMiddle = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text;
  const tail = fitting(graphemesOf(text).reverse(), Math.ceil((columns - 1) / 2)).reverse();
  return `${shorten(text, Math.max(1, columns - textWidth(tail.join(''))))}${tail.join('')}`;
};
