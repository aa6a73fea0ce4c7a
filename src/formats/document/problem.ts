import { visibleLine } from '../../base/visible-text.ts';
import { type ErrorCode, type FileProblem, PointingError } from '../../spec/walletproof-error.ts';

/** Something wrong in a text: where, what, and what to do about it (may be empty). */
export interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly remedy: string;
}

/** How many problems are shown with their lines; the JSON of `validate` has all. */
const mostShown = 20;

/** The error for the problems of one text: each with its line and a caret, in the order of the text. */
export const problemsError = (page: Page, problems: readonly Problem[]): PointingError => {
  const sorted = withoutTwins(problems.toSorted((a, b) => a.span.start - b.span.start));
  const shown = sorted.slice(0, mostShown).map((problem) => `${headline(page, problem)}\n${excerpt(page, problem)}`);
  const unseen = sorted.length - shown.length;
  const rest = unseen === 0 ? [] : [`and ${unseen} more ${unseen === 1 ? 'problem' : 'problems'}`];
  const message = page.hide([...shown, ...rest].join('\n'));
  return new PointingError(page.code, message, remedyFor(sorted.length), {
    problems: sorted.map((problem) => fileProblem(page, problem)),
  });
};

const remedyFor = (count: number): string =>
  `Correct the file where the ${count === 1 ? 'caret points' : 'carets point'}.`;

/** What two checks find is one problem. */
const withoutTwins = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [`${problem.span.start} ${problem.message}`, problem])).values(),
];

const fileProblem = (page: Page, { span, message, remedy }: Problem): FileProblem => ({
  file: page.file,
  ...placeAt(page, span.start),
  message: page.hide(visibleLine(message)),
  remedy: page.hide(visibleLine(remedy)),
});

/** One line, whatever the name of the file and the words in it hold. */
const headline = (page: Page, { span, message }: Problem): string => {
  const { line, column } = placeAt(page, span.start);
  return visibleLine(`${page.file}:${line}:${column}: ${message}`);
};

/** Longer lines are cut around the caret. */
const widest = 100;

/** How much of a long line is kept before the caret. */
const lead = 60;

/** The source line, carets under the characters meant, and the remedy beside them. */
const excerpt = (page: Page, { span, remedy }: Problem): string => {
  const { line, column } = placeAt(page, span.start);
  const { before, after } = cut(lineText(page, line), column - 1);
  const gutter = ' '.repeat(String(line).length);
  const indent = before.replaceAll(/[^\t]/gu, ' ');
  const width = Math.min(charactersOf(page.text, span), [...after].length);
  const rows = [
    `${gutter} |`,
    `${line} | ${before}${after}`,
    `${gutter} | ${indent}${'^'.repeat(Math.max(1, width))} ${visibleLine(remedy)}`,
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
  if (characters.length > widest && before.length > lead) before.splice(0, before.length - lead, '…');
  const room = widest - before.length;
  if (after.length > room) after.splice(room, after.length, '…');
  return { before: before.join(''), after: after.join('') };
};

/** A text as its reader may see it: secrets masked, every offset kept. */
export interface Page {
  readonly file: string;
  /** The code of the errors that point into it. */
  readonly code: ErrorCode;
  readonly text: string;
  /** The same for the sentences about it, which quote its words. */
  readonly hide: (text: string) => string;
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[];
}

export const createPage = (page: Omit<Page, 'lineStarts'>): Page => ({
  ...page,
  lineStarts: [0, ...[...page.text.matchAll(/\n/g)].map(({ index }) => index + 1)],
});

/** Line and column (in characters) of an offset, from 1. */
export const placeAt = ({ text, lineStarts }: Page, offset: number): Place => {
  const line = lineOf(lineStarts, offset);
  const before = text.slice(lineStarts[line - 1], offset);
  return { line, column: [...before].length + 1 };
};

/** The text of a line, from 1, without its end. */
const lineText = ({ text, lineStarts }: Page, line: number): string => {
  const start = lineStarts[line - 1] ?? text.length;
  return text.slice(start, lineStarts[line] ?? text.length).replace(/\r?\n$/, '');
};

/** How many lines start at or before the offset, found by halving. */
const lineOf = (lineStarts: readonly number[], offset: number): number => {
  let low = 0;
  let high = lineStarts.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Where something stands in a file; both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a text: offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The way to a value: keys of mappings and positions (from 0) in lists. */
export type Path = readonly PropertyKey[];
