import { plural } from '../../base/quantities.ts';
import { fitColumns, renderTable, shorten, type TextColumn, wrappedLines } from '../../base/text-table.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { labelledLines, proseColumns, type TextPage } from '../page.ts';
import { causeBlocks } from '../pretty/render-run.ts';
import { inColourOfRun, runVerdictText } from '../verdict-text.ts';
import type { Percentiles } from './histograms.ts';
import { type LatencyRow, type LoadView, loadView, shortMs, whole } from './load-view.ts';

/** The text at the end of a load: breaches with their calls, then the verdict with its figures. */
export const renderLoadPretty = (report: LoadReport, page: TextPage): string => {
  const view = loadView(report);
  const parts = [
    verdictLines(report, view, page),
    rateLines(view, page),
    section('Latency', latencyLines(view, page), page),
    section('Errors', errorLines(view, page), page),
    section('Money', moneyLines(view, page), page),
    section('Left with the players', view.residues.flatMap(proseOf(page)), page),
    section('Goals', goalLines(view, page), page),
    section('Not explained', view.doubts.flatMap(proseOf(page)), page),
    ...breachParts(view, page),
    section('Scenarios that play the breaches again', view.scenarioFiles.map(indented), page),
    countLines(view, page),
  ];
  const told = parts.filter((lines) => lines.length > 0);
  return `${told.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const indent = 2;

const indented = (line: string): string => `${' '.repeat(indent)}${line}`;

const section = (title: string, lines: readonly string[], page: TextPage): string[] =>
  lines.length === 0 ? [] : [page.paint.bold(title), ...lines];

const proseOf =
  (page: TextPage) =>
  (text: string): string[] =>
    wrappedLines(text, proseColumns(page, indent)).map(indented);

const verdictLines = (report: LoadReport, view: LoadView, page: TextPage): string[] => [
  inColourOfRun(report, page.paint, `${runVerdictText(report)}  ${view.sentence}`),
  ...view.reasons.flatMap(proseOf(page)),
];

const rateLines = (view: LoadView, page: TextPage): string[] => {
  const options = { page, indent, width: 12 };
  const facts = [{ name: 'rate', text: view.rate.text }, ...view.facts];
  return facts.flatMap(({ name, text }) => labelledLines(options, name, text));
};

/** From the intended time first: the service time below it hides how long a call waited to be sent. */
const latencyLines = (view: LoadView, page: TextPage): string[] => {
  const rows = view.latency.flatMap(timesOf);
  if (rows.length === 0) return [];
  const column = (head: string, cells: readonly string[]): TextColumn => ({
    ...{ head, cells },
    align: 'right',
  });
  const figure = (head: string, name: Exclude<keyof Percentiles, 'count'>): TextColumn =>
    column(
      head,
      rows.map(({ times }) => shortMs(times[name])),
    );
  const lines = renderTable([
    { head: 'callback', align: 'left', cells: rows.map(({ name }) => name) },
    column(
      'answers',
      rows.map(({ times }) => whole(times.count)),
    ),
    figure('p50', 'p50'),
    figure('p90', 'p90'),
    figure('p99', 'p99'),
    figure('p99.9', 'p999'),
    figure('max', 'max'),
  ]);
  return [
    ...headed(lines, page),
    ...(view.tooLate === undefined ? [] : proseOf(page)(`No latency is held against the agent: ${view.tooLate}.`)),
  ];
};

const timesOf = ({ type, latency, service }: LatencyRow) => [
  ...(latency === undefined ? [] : [{ name: `${type} from the time it was due`, times: latency }]),
  ...(service === undefined ? [] : [{ name: '  from its sending', times: service }]),
];

const headed = ([head = '', ...rows]: readonly string[], page: TextPage): string[] => [
  page.paint.dim(indented(head)),
  ...rows.map(indented),
];

const errorLines = ({ errors }: LoadView, page: TextPage): string[] => {
  if (errors.length === 0) return [];
  const columns: TextColumn[] = [
    { head: 'times', align: 'right', cells: errors.map(({ count }) => count) },
    { head: 'callback', align: 'left', cells: errors.map(({ type }) => type) },
    { head: 'what came', align: 'left', cells: errors.map(({ said }) => said), cut: shorten },
  ];
  return headed(renderTable(fitColumns(columns, page.columns - indent)), page);
};

const moneyLines = ({ money }: LoadView, page: TextPage): string[] => {
  if (money.length === 0) return [];
  const column = (head: string, cells: readonly string[]): TextColumn => ({
    ...{ head, cells },
    align: 'right',
  });
  const lines = renderTable([
    { head: 'currency', align: 'left', cells: money.map(({ currency }) => currency) },
    column(
      'players',
      money.map(({ players }) => whole(players)),
    ),
    column(
      'staked',
      money.map(({ staked }) => staked),
    ),
    column(
      'won',
      money.map(({ won }) => won),
    ),
    column(
      'rolled back',
      money.map(({ rolledBack }) => rolledBack),
    ),
    column(
      'drift',
      money.map(({ drift }) => drift),
    ),
  ]);
  return headed(lines, page);
};

const goalWords = { met: 'met', missed: 'MISSED', 'not-judged': 'not judged' } as const;

const goalLines = ({ goals }: LoadView, page: TextPage): string[] =>
  goals.flatMap(({ goal, result, actual, reason }) => {
    const why = reason === undefined ? '' : `: ${reason}`;
    return labelledLines({ page, indent, width: 12 }, goalWords[result], `${goal} (${actual})${why}`);
  });

/** Breaches as those of an ordinary run are told, with their calls. */
const breachParts = ({ breaches }: LoadView, page: TextPage): string[][] =>
  causeBlocks({ breaches: plainValues(breaches) }, page);

/** The last lines, which stay on the screen. */
const countLines = (view: LoadView, page: TextPage): string[] => {
  const struck = view.struck.map(({ name, text }) => `${name} ${text}`).join(', ');
  const counts = view.breachCounts.map(({ code, count }) => `${code} ${whole(count)}`).join(', ');
  const all = view.breachCounts.reduce((sum, { count }) => sum + count, 0);
  const options = { page, indent: 0, width: 12 };
  return [
    ...(struck === '' ? [] : labelledLines(options, 'faults', struck)),
    ...labelledLines(options, 'breaches', all === 0 ? 'none' : `${plural(all, 'breach', 'breaches')}: ${counts}`),
    ...view.health.flatMap(({ name, text }) =>
      name === 'own lateness' ? labelledLines(options, 'lateness', `of the generator itself: ${text}`) : [],
    ),
  ];
};
