import type { Page } from './page.ts';
import { placeAt } from './page.ts';
import type { Span } from './span.ts';

interface Remark {
  readonly span: Span;
  readonly remedy: string;
}

/** Longer lines are cut around the caret. */
const widest = 100;
const lead = 60;

/** The source line, carets under the characters meant, and the remedy beside them. */
export const excerpt = (page: Page, { span, remedy }: Remark): string => {
  const { line, column } = placeAt(page, span.start);
  const window = cut(lineAt(page.text, span.start), column);
  const gutter = ' '.repeat(String(line).length);
  const indent = window.before.replaceAll(/[^\t]/g, ' ');
  const room = Math.max(1, [...window.after].length);
  const carets = '^'.repeat(Math.min(room, Math.max(1, lengthOf(page.text, span))));
  return [
    `${gutter} |`,
    `${line} | ${window.before}${window.after}`,
    `${gutter} | ${indent}${carets} ${remedy}`.trimEnd(),
  ].join('\n');
};

const lineAt = (text: string, offset: number): string => {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(offset === 0 ? 0 : start, end < 0 ? undefined : end).trimEnd();
};

/** Characters of the span on its first line. */
const lengthOf = (text: string, { start, end }: Span): number =>
  [...(text.slice(start, end).split('\n')[0] ?? '').trimEnd()].length;

/** The line before and from the caret; what would not fit is replaced by an ellipsis. */
const cut = (line: string, column: number): { before: string; after: string } => {
  const characters = [...line.replaceAll(/[^\P{Cc}\t]/gu, '\uFFFD')];
  const before = characters.slice(0, column - 1);
  const after = characters.slice(column - 1);
  if (characters.length <= widest) return { before: before.join(''), after: after.join('') };
  const room = Math.max(widest - Math.min(before.length, lead), 1);
  const start = before.length > lead ? ['…', ...before.slice(1 - lead)] : before;
  const rest = after.length > room ? [...after.slice(0, room - 1), '…'] : after;
  return { before: start.join(''), after: rest.join('') };
};
