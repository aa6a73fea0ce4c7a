import { plural } from '../../base/quantities.ts';
import { fitColumns, renderTable, shorten, wrappedLines } from '../../base/text-table.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { labelledLines, proseColumns, type TextPage } from '../page.ts';
import { causeBlocks } from '../pretty/render-run.ts';
import { inColourOfRun, runVerdictText } from '../verdict-text.ts';
import { type LoadSection, type LoadView, latenessText, loadView, whole } from './load-view.ts';

/** The text at the end of a load: the verdict with its figures, breaches with their calls, the counts. */
export const renderLoadPretty = (report: LoadReport, page: TextPage): string => {
  const view = loadView(report);
  const parts = [
    verdictLines(report, view, page),
    ...view.sections.filter(({ isDetail }) => !isDetail).map((section) => sectionLines(section, page)),
    ...causeBlocks({ breaches: plainValues(view.breaches) }, page),
    countLines(report, view, page),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const indent = 2;

const verdictLines = (report: LoadReport, view: LoadView, page: TextPage): string[] => [
  inColourOfRun(report, page.paint, `${runVerdictText(report)}  ${view.sentence}`),
  ...view.reasons.flatMap((reason) => proseLines(reason, page)),
  ...[{ name: 'rate', text: view.rate.text }, ...view.facts].flatMap(({ name, text }) =>
    labelledLines({ page, indent, width: 12 }, name, text),
  ),
];

const proseLines = (text: string, page: TextPage): string[] =>
  wrappedLines(text, proseColumns(page, indent)).map((line) => `${' '.repeat(indent)}${line}`);

const sectionLines = ({ title, columns, notes }: LoadSection, page: TextPage): string[] => {
  const isEmpty = columns.every(({ cells }) => cells.length === 0);
  const table = columns.map(({ head, isFigure, cells }) =>
    isFigure ? { head, align: 'right' as const, cells } : { head, align: 'left' as const, cells, cut: shorten },
  );
  const [head = '', ...rows] = isEmpty ? [] : renderTable(fitColumns(table, page.columns - indent));
  return [
    page.paint.bold(title),
    ...(isEmpty ? [] : [page.paint.dim(`  ${head}`), ...rows.map((row) => `  ${row}`)]),
    ...notes.flatMap((note) => proseLines(note, page)),
  ];
};

/** The last lines, which stay on the screen. */
const countLines = ({ health }: LoadReport, view: LoadView, page: TextPage): string[] => {
  const struck = view.struck.map(({ name, text }) => `${name} ${text}`).join(', ');
  const counts = view.breachCounts.map(({ code, count }) => `${code} ${whole(count)}`).join(', ');
  const all = view.breachCounts.reduce((sum, { count }) => sum + count, 0);
  const options = { page, indent: 0, width: 12 };
  const lateness = latenessText(health.lateness);
  return [
    ...(struck === '' ? [] : labelledLines(options, 'faults', struck)),
    ...labelledLines(options, 'breaches', all === 0 ? 'none' : `${plural(all, 'breach', 'breaches')}: ${counts}`),
    ...(lateness === undefined ? [] : labelledLines(options, 'lateness', `of the generator itself: ${lateness}`)),
  ];
};
