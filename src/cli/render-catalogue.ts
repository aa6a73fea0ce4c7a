import { shorten } from '../report/shorten.ts';
import { renderTable } from '../report/table.ts';

/** A part of the catalogue: its rows are flat records. */
type Part = readonly object[];

const hidden: ReadonlySet<string> = new Set(['breaks', 'judgedBy', 'values']);
const widest = 90;

/** Parts of the catalogue as text: a heading, then a table. */
export const renderCatalogue = (parts: Readonly<Record<string, Part>>): string =>
  Object.entries(parts)
    .map(([name, rows]) => [`${name} (${rows.length})`, ...rowsOf(rows), ''].join('\n'))
    .join('\n');

const rowsOf = (rows: Part): string[] => {
  const [first] = rows;
  if (first === undefined) return [];
  const heads = Object.keys(first).filter((head) => !hidden.has(head));
  return renderTable(
    heads.map((head) => ({
      head,
      align: 'left' as const,
      cells: rows.map((row) => cellOf((row as Record<string, unknown>)[head])),
    })),
  );
};

const cellOf = (value: unknown): string => {
  const text = Array.isArray(value) ? listOf(value) : String(value ?? '');
  return shorten(text, widest);
};

/** A list of scenario files says how many they are; a short one, what they are. */
const listOf = (values: readonly unknown[]): string => {
  const [first] = values;
  if (values.length === 0) return 'none';
  return values.length > 3 ? `${String(first)} and ${values.length - 1} more` : values.join(', ');
};
