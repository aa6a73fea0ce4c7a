import type { Comparison } from './compare.ts';
import { goalOf, type Result, spread, verdictOf } from './result.ts';

const head = ['', 'unit', 'median', 'from', 'to', 'goal', ''] as const;

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '?';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
};

const cellsOf = (result: Result): readonly string[] => {
  const { median, low, high } = spread(result);
  const figures = [median, low, high].map(digits);
  return [result.what, result.unit, ...figures, goalOf(result), verdictOf(result)];
};

/** The values of one part, for a terminal: a line each, with its note below. */
export const textTable = (results: readonly Result[]): string => {
  const rows = [head, ...results.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, { width: widths[column] ?? 0, isText: column < 2 }))
      .join('  ')
      .trimEnd();
  const lines = results.map((result, index) => [
    lineOf(rows[index + 1] ?? []),
    ...(result.note === undefined ? [] : [`    ${result.note}`]),
  ]);
  return [lineOf(head), ...lines.flat()].join('\n');
};

const pad = (cell: string, { width, isText }: { width: number; isText: boolean }): string =>
  isText ? cell.padEnd(width) : cell.padStart(width);

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

/** The values of one part as a table of Markdown. */
export const markdownTable = (results: readonly Result[]): string =>
  [
    '| | unit | median | from | to | goal | | |',
    '|---|---|---|---|---|---|---|---|',
    ...results.map((result) => {
      const cells = [...cellsOf(result), result.note ?? ''];
      return `| ${cells.map(escaped).join(' | ')} |`;
    }),
  ].join('\n');

const sentences: Readonly<Record<Comparison['kind'], (factor: string) => string>> = {
  slower: (factor) => `SLOWER, ${factor} times`,
  unclear: (factor) => `unclear: ${factor} times slower in the middle, but the ranges overlap widely`,
  faster: (factor) => `faster, ${factor} times`,
  alike: () => 'alike',
  new: () => 'not in the earlier run',
  gone: () => 'only in the earlier run',
};

/** A line for each value beside its earlier one. */
export const comparisonLines = (comparisons: readonly Comparison[]): readonly string[] =>
  comparisons.map(({ part, what, kind, factor }) => {
    const shown = digits(kind === 'faster' ? 1 / factor : factor);
    return `${part}: ${what}: ${sentences[kind](shown)}`;
  });
