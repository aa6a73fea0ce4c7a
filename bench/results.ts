/** One thing that was measured, in rounds; mostly a ratio to what was measured beside it. */
export interface Result {
  readonly part: string;
  readonly what: string;
  /** What its values are: `times bare`, `s`. */
  readonly unit: string;
  readonly values: readonly number[];
  /** The least or the most that its median may be. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The absolute figures of this machine. */
  readonly note?: string;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [before = Number.NaN, after = Number.NaN] = sorted.slice(Math.max(0, middle - 1));
  if (sorted.length < 2) return before;
  return sorted.length % 2 === 1 ? after : (before + after) / 2;
};

/** Round by round one divided by the other: what drifts meets both alike. */
export const ratiosOf = (ours: readonly number[], theirs: readonly number[]): readonly number[] =>
  ours.map((value, round) => value / (theirs[round] ?? Number.NaN));

/** What could not be counted is missed. */
export const verdictOf = ({ values, atLeast, atMost }: Result): 'met' | 'MISSED' | '' => {
  if (atLeast === undefined && atMost === undefined) return '';
  const value = median(values);
  return value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)
    ? 'met'
    : 'MISSED';
};

const goalOf = ({ atLeast, atMost }: Result): string => {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? '' : `≤ ${atMost}`;
};

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '?';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
};

const head = ['', 'unit', 'median', 'from', 'to', 'goal', ''] as const;

const cellsOf = (result: Result): readonly string[] => {
  const { what, unit, values } = result;
  const figures = [median(values), Math.min(...values), Math.max(...values)].map(digits);
  return [what, unit, ...figures, goalOf(result), verdictOf(result)];
};

/** The values of one part, for a terminal: a line each, with its note below. */
export const textTable = (results: readonly Result[]): string => {
  const rows = [head, ...results.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const notes = [undefined, ...results.map(({ note }) => note)];
  return lines.flatMap((line, row) => (notes[row] === undefined ? [line] : [line, `    ${notes[row]}`])).join('\n');
};

/** The values of one part as a table of Markdown. */
export const markdownTable = (results: readonly Result[]): string =>
  [
    '| | unit | median | from | to | goal | | |',
    '|---|---|---|---|---|---|---|---|',
    ...results.map((result) => {
      const cells = [...cellsOf(result), result.note ?? ''];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    }),
  ].join('\n');
