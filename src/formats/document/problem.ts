import { visibleLine } from '../../base/visible-text.ts';
import { type ErrorCode, type FileProblem, PointingError } from '../../spec/walletproof-error.ts';

/** Something wrong in a text: where, what, and what to do about it (may be empty). */
export interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly remedy: string;
}

/** A sentence, what to do, and where it is when it is not the key or value itself; what it covers is not told besides. */
export interface Hint extends Omit<Problem, 'span'> {
  readonly span?: Problem['span'];
  readonly covers?: readonly Path[];
}

/** A stretch of a text: offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where something stands in a file; both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The way to a value: keys of mappings and positions (from 0) in lists. */
export type Path = readonly PropertyKey[];

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

/** How many problems are shown with their lines; the JSON of `validate` has all. */
const mostShown = 20;

/** The error for the problems of one text: each with its line and a caret, in the order of the text. */
export const problemsError = (page: Page, problems: readonly Problem[]): PointingError => {
  const inOrder = problems.toSorted((a, b) => a.span.start - b.span.start);
  // What two checks find is one problem.
  const all = [...new Map(inOrder.map((problem) => [`${problem.span.start} ${problem.message}`, problem])).values()];
  const shown = all.slice(0, mostShown).map((problem) => excerpt(page, problem));
  const unseen = all.length - shown.length;
  const rest = unseen === 0 ? [] : [`and ${unseen} more ${unseen === 1 ? 'problem' : 'problems'}`];
  const message = page.hide([...shown, ...rest].join('\n'));
  const remedy = `Correct the file where the ${all.length === 1 ? 'caret points' : 'carets point'}.`;
  return new PointingError(page.code, message, remedy, {
    problems: all.map(
      (problem): FileProblem => ({
        file: page.file,
        ...placeAt(page, problem.span.start),
        message: page.hide(visibleLine(problem.message)),
        remedy: page.hide(visibleLine(problem.remedy)),
      }),
    ),
  });
};

/** What is wrong and where, the source line, carets under the characters meant, and the remedy beside them. */
const excerpt = (page: Page, { span, message, remedy }: Problem): string => {
  const { line, column } = placeAt(page, span.start);
  const [from = 0, to = page.text.length] = page.lineStarts.slice(line - 1, line + 1);
  const { before, after } = cut(page.text.slice(from, to).replace(/\r?\n$/, ''), column - 1);
  const [meant = ''] = page.text.slice(span.start, span.end).split('\n');
  const width = Math.max(1, Math.min([...meant.trimEnd()].length, [...after].length));
  const gutter = ' '.repeat(String(line).length);
  const rows = [
    `${gutter} |`,
    `${line} | ${before}${after}`,
    `${gutter} | ${before.replaceAll(/[^\t]/gu, ' ')}${'^'.repeat(width)} ${visibleLine(remedy)}`,
  ];
  // One line, whatever the name of the file and the words in it hold.
  const headline = visibleLine(`${page.file}:${line}:${column}: ${message}`);
  return [headline, ...rows.map((row) => row.trimEnd())].join('\n');
};

/** Longer lines are cut around the caret. */
const widest = 100;

/** How much of a long line is kept before the caret. */
const lead = 60;

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

/** Line and column (in characters) of an offset, from 1. */
export const placeAt = ({ text, lineStarts }: Page, offset: number): Place => {
  // By halving: every step of a scenario asks.
  let [low, high] = [0, lineStarts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return { line: low, column: [...text.slice(lineStarts[low - 1], offset)].length + 1 };
};
