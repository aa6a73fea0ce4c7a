import type { RootContent } from 'mdast';
import type { ReportedExchange } from '../../spec/run.ts';
import { exchangeFacts } from '../exchange-facts.ts';
import { plainText } from '../plain-text.ts';
import { nodes } from './nodes.ts';

const { code, paragraph, table } = nodes;

/** Of more exchanges than this, the first and the last are shown. */
const mostRows = 12;
const half = mostRows / 2;
const longestLabel = 80;

/** The calls that show a finding, in order: nothing where there are none. */
export const evidenceTable = (exchanges: readonly ReportedExchange[]): RootContent[] => {
  if (exchanges.length === 0) return [];
  const isShown = (index: number): boolean =>
    exchanges.length <= mostRows || index < half || index >= exchanges.length - half;
  const rows = exchanges.map(rowOf).filter((_, index) => isShown(index));
  const hidden = exchanges.length - rows.length;
  const columns = heads
    .map(([head, align]) => ({ head, align, cells: rows.map((row) => row[head]) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const coded = columns.map((column) =>
    ours.has(column.head) ? column : { ...column, cells: column.cells.map(asCode) },
  );
  return [
    table(coded),
    ...(hidden > 0 ? [paragraph(`${hidden} calls in the middle are not shown.`)] : []),
  ];
};

const heads = [
  ['#', 'right'],
  ['call', 'left'],
  ['player', 'left'],
  ['currency', 'left'],
  ['transaction', 'left'],
  ['bet', 'right'],
  ['win', 'right'],
  ['HTTP', 'right'],
  ['answer', 'right'],
  ['expected', 'right'],
  ['ms', 'right'],
] as const;

/** Columns that hold nothing but numbers of our own. */
const ours: ReadonlySet<string> = new Set<(typeof heads)[number][0]>(['#', 'HTTP', 'ms']);

type Row = Record<(typeof heads)[number][0], string>;

/** What comes from outside is shown as code: it is neither a link nor a mention then. */
const asCode = (value: string) => (value === '' ? '' : code(value));

const rowOf = (exchange: ReportedExchange, index: number): Row => {
  const facts = exchangeFacts(exchange);
  return {
    '#': String(index + 1),
    call: plainText(exchange.label ?? facts.callback, longestLabel),
    player: facts.player,
    currency: facts.currency,
    transaction: facts.transaction,
    bet: facts.bet,
    win: facts.win,
    HTTP: facts.status,
    answer: facts.answer,
    expected: plainText(exchange.expectedBalance ?? '', longestLabel),
    ms: facts.durationMs,
  };
};
