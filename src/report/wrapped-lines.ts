import { graphemesOf, textWidth } from './text-width.ts';

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
