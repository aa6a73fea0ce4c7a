import Table from 'cli-table3';
import type { TextColumn } from './fit-columns.ts';
import { columnGap } from './fit-columns.ts';

const edges = ['top', 'bottom', 'left', 'right', 'mid'] as const;
const corners = ['top-mid', 'top-left', 'top-right', 'bottom-mid', 'bottom-left', 'bottom-right'];
const crossings = ['left-mid', 'mid-mid', 'right-mid'];
const noBorders = Object.fromEntries(
  [...edges, ...corners, ...crossings].map((name) => [name, '']),
);

/** Columns as aligned lines: the heads, then a line for each row. Spaces survive where boxes do not. */
export const renderTable = (columns: readonly TextColumn[]): string[] => {
  const grid = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ align }) => align),
    chars: { ...noBorders, middle: ' '.repeat(columnGap) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  const [first] = columns;
  grid.push(...(first?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? '')));
  const lines = grid.toString().split('\n');
  return lines.map((line) => line.trimEnd());
};
