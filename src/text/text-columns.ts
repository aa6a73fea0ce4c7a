/** Plain text in lines of at most so many columns, broken between words. */
export const wrappedLines = (text: string, columns: number): string[] => {
  const room = Math.max(columns, 10);
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((part) => pieces(part, room))) {
    const line = lines.length === 0 ? word : `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && textWidth(line) > room) lines.push(word);
    else lines[Math.max(lines.length - 1, 0)] = line;
  }
  return lines;
};

/** A word wider than the line, in pieces; others as they are. */
const pieces = (word: string, columns: number): string[] => {
  if (textWidth(word) <= columns) return [word];
  const lines = [''];
  for (const grapheme of graphemesOf(word)) {
    const line = `${lines.at(-1) ?? ''}${grapheme}`;
    if (textWidth(line) > columns) lines.push(grapheme);
    else lines[lines.length - 1] = line;
  }
  return lines;
};

/** Each is a character for a reader, and a column: Latin letters, and the dashes, quotes and dots of English. */
const narrowOnly = /^[\u0020-\u02ff\u2010-\u2027]*$/;

// Made when a text needs it: most are narrow, and it takes longer than all else that prints them.
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
const graphemesOf = (text: string): string[] => {
  if (narrowOnly.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
};

/** Plain text cut at its end, with an ellipsis, to so many columns. */
export const shorten = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return '';
  return `${fitting(graphemesOf(text), columns - 1).join('')}…`;
};

/** As many of the graphemes, from the first, as the columns hold. */
const fitting = (graphemes: readonly string[], columns: number): string[] => {
  let used = 0;
  const end = graphemes.findIndex((grapheme) => {
    used += textWidth(grapheme);
    return used > columns;
  });
  return graphemes.slice(0, end === -1 ? graphemes.length : end);
};

/** The same, cut in the middle: ids differ at their ends. */
export const shortenMiddle = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text;
  const tail = fitting(graphemesOf(text).reverse(), Math.ceil((columns - 1) / 2)).reverse();
  return `${shorten(text, Math.max(1, columns - textWidth(tail.join(''))))}${tail.join('')}`;
};

/** Rather two columns too many than one too few: a line must not wrap. */
const wide =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Regional_Indicator}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** Columns that plain text takes in a terminal. */
export const textWidth = (text: string): number => {
  if (narrowOnly.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + (wide.test(grapheme) ? 2 : 1), 0);
};
