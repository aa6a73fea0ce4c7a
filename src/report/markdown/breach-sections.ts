import type { List, PhrasingContent, RootContent } from 'mdast';
import { plainText } from '../../base/visible-text.ts';
import type { Finding } from '../../formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run } from '../../formats/run.ts';
import { findings } from '../../spec/finding.ts';
import { balanceBefore, exchangeFacts } from '../exchange-facts.ts';
import { findingsByWeight, placeOf } from '../finding-text.ts';
import { requirementIds, sourceText } from '../requirement-ids.ts';
import { levelText } from '../run-view.ts';
import { code, heading, list, paragraph, strong, table } from './nodes.ts';

/** Each broken requirement: what happened, why, and the calls that show it. */
export const breachSections = ({ requirements, exchanges }: Run, most = Number.POSITIVE_INFINITY): RootContent[] => {
  const broken = newFirst(requirements.filter(({ verdict }) => verdict === 'failed'));
  if (broken.length === 0) return [];
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return [
    heading(2, 'Breaches'),
    ...broken.slice(0, most).flatMap((result) => breachPart(result, byId)),
    ...theOthers(broken.slice(most)),
  ];
};

/** What the baseline knows comes last: it is what there is room for least. */
const newFirst = (results: readonly RequirementResult[]): RequirementResult[] =>
  results.toSorted((one, other) => Number(one.known === true) - Number(other.known === true));

/** Those that there was no room for, by their ids. */
const theOthers = (results: readonly RequirementResult[]): RootContent[] =>
  results.length === 0
    ? []
    : [
        paragraph(
          `And ${results.length} more: ${requirementIds(results.map(({ id }) => id))}. The json and html reports have them all.`,
        ),
      ];

/** Of one requirement at most so many findings are told. */
const mostFindings = 5;

const breachPart = (result: RequirementResult, byId: ExchangesById): RootContent[] => {
  const { id, title, findings, reason = 'No finding was recorded.' } = result;
  const known = result.known === true ? ' (known)' : '';
  const shown = findingsByWeight(findings).slice(0, mostFindings);
  const hidden = findings.length - shown.length;
  return [
    heading(3, `${id}: ${title}${known}`),
    paragraph(`${levelText(result)}, ${sourceText(result)}`),
    ...(shown.length === 0 ? [paragraph(reason)] : []),
    ...shown.flatMap((finding) => [paragraph(finding.message), findingList(finding), ...evidence(finding, byId)]),
    ...(hidden > 0 ? [paragraph(`And ${hidden} more: the json report has them all.`)] : []),
  ];
};

type ExchangesById = ReadonlyMap<string, ReportedExchange>;

/** The calls, after what the account held before the first of them. */
const evidence = ({ exchanges }: Finding, byId: ExchangesById): RootContent[] => {
  const shown = exchanges.flatMap((exchange) => byId.get(exchange) ?? []);
  const before = balanceBefore(shown, [...byId.values()]);
  return [...(before === undefined ? [] : [paragraph('balance before ', code(before))]), ...evidenceTable(shown)];
};

type FactPair = readonly [label: string, text: string | PhrasingContent | undefined];

/** What belongs to a finding beside its message, a line each. */
const findingList = (finding: Finding): List => {
  const pairs: FactPair[] = [
    ['expected', finding.expected && code(finding.expected)],
    ['actual', finding.actual && code(finding.actual)],
    ['likely cause', finding.likelyCause],
    ['finding', `${finding.code}: ${findings[finding.code].sentence}`],
    ['where to look', findings[finding.code].hint],
    ['known', finding.known],
    ['scenario', code(placeOf(finding))],
  ];
  return list(pairs.flatMap(([label, text]) => (text === undefined ? [] : [line(label, text)])));
};

const line = (label: string, text: string | PhrasingContent) => paragraph(strong(label), ': ', text);

/** Of more exchanges than this, the first and the last are shown. */
const mostRows = 12;

const half = mostRows / 2;

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

/** The calls that show a finding, in order: nothing where there are none. */
const evidenceTable = (exchanges: readonly ReportedExchange[]): RootContent[] => {
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
  return [table(coded), ...(hidden > 0 ? [paragraph(`${hidden} calls in the middle are not shown.`)] : [])];
};

type EvidenceRow = Record<(typeof heads)[number][0], string>;

const longestLabel = 80;

const rowOf = (exchange: ReportedExchange, index: number): EvidenceRow => {
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

/** What comes from outside is shown as code: it is neither a link nor a mention then. */
const asCode = (value: string) => (value === '' ? '' : code(value));

/** Each warning: what happened and what to do, without the calls. */
export const warningSection = ({ requirements }: Run, most = Number.POSITIVE_INFINITY): RootContent[] => {
  const warned = newFirst(requirements.filter(({ verdict }) => verdict === 'warned'));
  if (warned.length === 0) return [];
  return [heading(2, 'Warnings'), ...warned.slice(0, most).flatMap(warningPart), ...theOthers(warned.slice(most))];
};

const warningPart = (result: RequirementResult): RootContent[] => {
  const { id, level, title, findings, known, reason = 'No finding was recorded.' } = result;
  const [first] = findingsByWeight(findings);
  return [
    heading(3, `${id}: ${title}${known === true ? ' (known)' : ''}`),
    paragraph(`${level}, ${sourceText(result)}`),
    paragraph(first?.message ?? reason),
    ...(first === undefined ? [] : [findingList(first)]),
  ];
};
