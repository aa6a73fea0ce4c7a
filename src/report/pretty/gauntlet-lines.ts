import type { Run } from '../../spec/run.ts';
import type { TextColumn } from '../fit-columns.ts';
import { fitColumns } from '../fit-columns.ts';
import type { GauntletRow } from '../gauntlet-rows.ts';
import { gauntletRows } from '../gauntlet-rows.ts';
import { gauntletSentence } from '../gauntlet-sentence.ts';
import { shorten } from '../shorten.ts';
import { renderTable } from '../table.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';

const indent = 2;
/** Columns of a way's name. */
const width = 23;

/** Each way of the gauntlet, and whether the agent survived it; below, what it said where not. */
export const gauntletLines = ({ gauntlet }: Run, page: Page): string[] => {
  if (gauntlet === undefined) return [];
  const rows = gauntletRows(gauntlet);
  const prose = wrappedLines(gauntletSentence(gauntlet), proseColumns(page, indent));
  return [
    page.paint.bold('Wire gauntlet'),
    ...[...prose, ...tableOf(rows, page)].map((line) => ' '.repeat(indent) + line),
    ...rows
      .filter(({ otherwise }) => otherwise !== '')
      .flatMap(({ way, otherwise }) => labelledLines({ page, indent, width }, way, otherwise)),
  ];
};

const tableOf = (rows: readonly GauntletRow[], page: Page): string[] => {
  if (rows.length === 0) return [];
  const cells = (name: keyof GauntletRow): string[] => rows.map((row) => row[name]);
  const columns: TextColumn[] = [
    { head: 'way', align: 'left', cells: cells('way') },
    { head: 'survived', align: 'left', cells: cells('survived') },
    { head: 'written with', align: 'left', cells: cells('sentence'), cut: shorten },
  ];
  return renderTable(fitColumns(columns, page.columns - indent));
};
