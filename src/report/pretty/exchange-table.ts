import type { ReportedExchange } from '../../formats/run.ts';
import { shorten, shortenMiddle } from '../../text/text-columns.ts';
import type { TextColumn } from '../../text/text-table.ts';
import { fitColumns, renderTable } from '../../text/text-table.ts';
import type { ExchangeFacts } from '../exchange-facts.ts';
import { exchangeFacts } from '../exchange-facts.ts';

/** Of more exchanges than this, the first and the last are shown. */
const mostRows = 12;

const half = mostRows / 2;

/** Exchanges as lines of a table: its head, then a line for each. */
export const exchangeTable = (exchanges: readonly ReportedExchange[], room: number): string[] => {
  if (exchanges.length === 0) return [];
  const rows = rowsOf(exchanges);
  const lines = renderTable(fitColumns(columnsOf(rows, room), room));
  const hidden = exchanges.length - rows.length;
  return hidden === 0 ? lines : lines.toSpliced(half + 1, 0, `… ${hidden} more …`);
};

interface NumberedFacts {
  readonly number: string;
  readonly facts: ExchangeFacts;
}

const rowsOf = (exchanges: readonly ReportedExchange[]): NumberedFacts[] =>
  exchanges
    .map((exchange, index) => ({ exchange, number: String(index + 1) }))
    .filter(
      (_, index) =>
        exchanges.length <= mostRows + 1 || index < half || index >= exchanges.length - half,
    )
    .map(({ exchange, number }) => ({ number, facts: exchangeFacts(exchange) }));

/** Columns of room that the duration is worth. */
const roomForDuration = 60;

const columnsOf = (rows: readonly NumberedFacts[], room: number): TextColumn[] => {
  const cells = (name: keyof ExchangeFacts): string[] => rows.map(({ facts }) => facts[name]);
  const accounts: TextColumn[] = [
    { head: 'player', align: 'left', cells: cells('player'), cut: shortenMiddle },
    { head: 'currency', align: 'left', cells: cells('currency'), cut: shorten },
  ];
  const money: TextColumn[] = [
    { head: 'transaction', align: 'left', cells: cells('transaction'), cut: shortenMiddle },
    { head: 'bet', align: 'right', cells: cells('bet'), cut: shorten },
    { head: 'win', align: 'right', cells: cells('win'), cut: shorten },
  ];
  const duration: TextColumn[] = [{ head: 'ms', align: 'right', cells: cells('durationMs') }];
  return [
    { head: '#', align: 'right', cells: rows.map(({ number }) => number) },
    { head: 'callback', align: 'left', cells: cells('callback'), cut: shorten },
    ...accounts.filter(isTelling),
    ...money.filter(hasText),
    { head: 'HTTP', align: 'right', cells: cells('status') },
    { head: 'answer', align: 'right', cells: cells('answer'), cut: shorten },
    ...(room < roomForDuration ? [] : duration),
  ];
};

/** Whose it was says something only where it was not always the same. */
const isTelling = ({ cells }: TextColumn): boolean =>
  new Set(cells.filter((cell) => cell !== '')).size > 1;

const hasText = ({ cells }: TextColumn): boolean => cells.some((cell) => cell !== '');
