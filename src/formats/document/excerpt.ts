import type { Page } from './page.ts';
import { lineText, placeAt } from './page.ts';
import type { Problem } from './problem.ts';
import type { Span } from './span.ts';

/** Longer lines are cut around the caret. */
const widest = 100;
/** How much of a long line is kept before the caret. */
const lead = 60;

/** The source line, carets under the characters meant, and the remedy beside them. */
export const excerpt = (page: Page, { span, remedy }: Problem): string => {
  const { line, column } = placeAt(page, span.start);
  const { before, after } = cut(lineText(page, line), column - 1);
  const gutter = ' '.repeat(String(line).length);
  const indent = before.replaceAll(/[^\t]/gu, ' ');
  const width = Math.min(charactersOf(page.text, span), [...after].length);
  const rows = [
    `${gutter} |`,
    `${line} | ${before}${after}`,
    `${gutter} | ${indent}${'^'.repeat(Math.max(1, width))} ${remedy}`,
  ];
  return rows.map((row) => row.trimEnd()).join('\n');
};

/** Characters of the span on its first line. */
const charactersOf = (text: string, { start, end }: Span): number => {
  const [firstLine = ''] = text.slice(start, end).split('\n');
  return [...firstLine.trimEnd()].length;
};

/** The line before and from the caret; what does not fit becomes an ellipsis, control characters a box. */
const cut = (line: string, length: number): { before: string; after: string } => {
  const characters = [...line.replaceAll(/[^\P{Cc}\t]/gu, '\uFFFD').padEnd(length)];
  const before = characters.slice(0, length);
  const after = characters.slice(length);
  if (characters.length > widest && before.length > lead)
    before.splice(0, before.length - lead, '…');
  const room = widest - before.length;
  if (after.length > room) after.splice(room, after.length, '…');
  return { before: before.join(''), after: after.join('') };
};
