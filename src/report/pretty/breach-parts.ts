import { plural } from '../../base/quantities.ts';
import { shellCommand } from '../../base/shell-command.ts';
import {
  fitColumns,
  renderTable,
  shorten,
  shortenMiddle,
  type TextColumn,
  wrappedLines,
} from '../../base/text-table.ts';
import type { Finding } from '../../formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run } from '../../formats/run.ts';
import { findings } from '../../spec/finding.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { balanceBefore, type ExchangeFacts, exchangeFacts } from '../exchange-facts.ts';
import { findingsByWeight, placeOf } from '../finding-text.ts';
import { labelledLines, proseColumns, type TextPage } from '../page.ts';
import { requirementIds, sourceText } from '../requirement-ids.ts';
import { levelText, showsAlone } from '../run-view.ts';
import { inColourOf } from '../verdict-label.ts';

/** Each broken requirement that is not known as a part of its own: what happened, the calls, where to look. */
export const breachParts = (run: Run, page: TextPage): string[][] => {
  const byId = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const broken = run.requirements.filter(({ verdict, known }) => verdict === 'failed' && known !== true);
  const told = new Map<string, string>();
  return broken.map((result, index) => [
    partRule(page, 'failed', `breach ${index + 1} of ${broken.length}`),
    ...breachLines(newlyTold(result, told), byId, page),
    ...(showsAlone(result, run) ? rerunLines(result, page) : []),
  ]);
};

/** A requirement with the findings that no earlier one has told, and under which ones the others are. */
interface NewlyTold {
  readonly result: RequirementResult;
  readonly fresh: readonly Finding[];
  readonly toldUnder: readonly string[];
}

/** Calls that break several requirements are told under the first of them. */
const newlyTold = (result: RequirementResult, told: Map<string, string>): NewlyTold => {
  const all = findingsByWeight(result.findings);
  const owners = all.map((finding) => told.get(keyOf(finding)) ?? result.id);
  for (const finding of all) {
    if (!told.has(keyOf(finding))) told.set(keyOf(finding), result.id);
  }
  return {
    result,
    fresh: all.filter((_, index) => owners[index] === result.id),
    toldUnder: [...new Set(owners)].filter((owner) => owner !== result.id),
  };
};

const keyOf = (finding: Finding): string =>
  [finding.code, finding.message, placeOf(finding), ...finding.exchanges].join(' ');

/** A line across the page that says what begins: where one breach ends, at a glance. */
export const partRule = (page: TextPage, verdict: Verdict, title: string): string => {
  const rest = Math.max(2, proseColumns(page, title.length + 4));
  return inColourOf(verdict, page.paint, `── ${title} ${'─'.repeat(rest)}`);
};

type ExchangesById = ReadonlyMap<string, ReportedExchange>;

const breachLines = ({ result, fresh, toldUnder }: NewlyTold, byId: ExchangesById, page: TextPage): string[] => {
  const [first, ...others] = fresh;
  const told = toldUnder.length === 0 ? undefined : elsewhere(toldUnder);
  const { reason = told ?? 'no finding was recorded' } = result;
  return [
    ...requirementHeading(result, page),
    '',
    ...(first === undefined ? proseLines(reason, page) : findingLines(first, byId, page)),
    ...otherFindingLines(others, page),
    ...(first === undefined || told === undefined ? [] : ['', ...proseLines(told, page)]),
  ];
};

const elsewhere = (ids: readonly string[]): string => `Shown by the calls told under ${requirementIds(ids)}.`;

/** The requirement by its id, with its words quoted from the catalogue. */
const requirementHeading = (result: RequirementResult, page: TextPage): string[] => {
  const { id, title, verdict } = result;
  const text = `${id} (${levelText(result)}, ${sourceText(result)}): the agent "${title}"`;
  return wrappedLines(text, proseColumns(page, 0)).map((line) =>
    page.paint.bold(inColourOf(verdict, page.paint, line)),
  );
};

const proseLines = (text: string, page: TextPage): string[] =>
  wrappedLines(text, proseColumns(page, 2)).map((line) => `  ${line}`);

const longestMessage = 600;

const indent = 2;

const longestValue = 300;

/** A finding told in full: what happened, the calls that show it, where to look. */
export const findingLines = (finding: Finding, byId: ExchangesById, page: TextPage): string[] => {
  const { code, message, expected, actual, likelyCause } = finding;
  const prose = wrappedLines(shorten(message, longestMessage), proseColumns(page, indent));
  const value = (text: string | undefined) => text && shorten(text, longestValue);
  return [
    ...prose.map((line) => `  ${line}`),
    ...labels(page, [
      ['expected', value(expected)],
      ['actual', value(actual)],
    ]),
    ...evidence(finding, byId, page),
    ...labels(page, [
      ['finding', `${code}: ${findings[code].sentence}`],
      ['likely cause', likelyCause],
      ['where to look', findings[code].hint],
      ['scenario', placeOf(finding)],
    ]),
  ];
};

const labels = (page: TextPage, pairs: readonly (readonly [string, string | undefined])[]): string[] =>
  pairs.flatMap(([label, text]) => (text === undefined ? [] : labelledLines({ page, indent, width: 15 }, label, text)));

const evidence = ({ exchanges }: Finding, byId: ExchangesById, page: TextPage): string[] => {
  const shown = exchanges.flatMap((id) => byId.get(id) ?? []);
  const lines = exchangeTable(shown, page.columns - indent).map((line) => `  ${line}`);
  const before = balanceBefore(shown, [...byId.values()]);
  return lines.length === 0
    ? []
    : [
        '',
        ...(before === undefined ? [] : [`  balance before ${before}`]),
        ...lines.slice(0, 1).map((head) => page.paint.dim(head)),
        ...lines.slice(1),
        '',
      ];
};

const mostShown = 5;

/** Further findings of a requirement, in a line each. */
const otherFindingLines = (others: readonly Finding[], page: TextPage): string[] => {
  if (others.length === 0) return [];
  const hidden = others.length - mostShown;
  return [
    '',
    `  and ${others.length} more:`,
    ...others
      .slice(0, mostShown)
      .map((finding) => `    ${finding.code}: ${finding.message} (${placeOf(finding)})`)
      .map((line) => shorten(line, page.columns)),
    ...(hidden > 0 ? [`    and ${plural(hidden, 'other')}; --reporter json has them all`] : []),
  ];
};

/** Never broken into lines: it is there to be copied. */
const rerunLines = ({ id }: RequirementResult, page: TextPage): string[] => [
  '',
  page.paint.dim('  run only this'),
  `  ${page.paint.cyan(shellCommand([...page.rerun, '--only', id]))}`,
];

/** Each warning as a part of its own: what happened and what to do, without the calls. */
export const warningParts = (run: Run, page: TextPage): string[][] => {
  const warned = run.requirements.filter(({ verdict, known }) => verdict === 'warned' && known !== true);
  return warned.map((result, index) => [
    partRule(page, 'warned', `warning ${index + 1} of ${warned.length}`),
    ...warningLines(result, page),
  ]);
};

const warningLines = (result: RequirementResult, page: TextPage): string[] => {
  const [first, ...others] = findingsByWeight(result.findings);
  const texts = first === undefined ? [result.reason ?? ''] : sentences(first);
  return [
    ...requirementHeading(result, page),
    ...texts.flatMap((text) => wrappedLines(text, proseColumns(page, 2))).map((line) => `  ${line}`),
    ...otherFindingLines(others, page),
  ];
};

const sentences = (finding: Finding): string[] => {
  const { code, message, expected, actual } = finding;
  const values = expected === undefined ? [] : [`Expected ${expected}, got ${actual ?? 'nothing'}.`];
  return [message, ...values, findings[code].hint, `(${code}, ${placeOf(finding)})`];
};

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
    .filter((_, index) => exchanges.length <= mostRows + 1 || index < half || index >= exchanges.length - half)
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
const isTelling = ({ cells }: TextColumn): boolean => new Set(cells.filter((cell) => cell !== '')).size > 1;

const hasText = ({ cells }: TextColumn): boolean => cells.some((cell) => cell !== '');
