import { plural, whole } from '../../base/quantities.ts';
import { fitColumns, renderTable, shorten, wrappedLines } from '../../base/text-table.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { SectionView } from '../../components/report-view.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { labelledLines, proseColumns, type TextPage } from '../page.ts';
import { causeBlocks } from '../pretty/render-run.ts';
import { inColourOfRun, runVerdictText } from '../verdict-text.ts';
import { latenessText, loadView } from './load-view.ts';

/** The text at the end of a load: the verdict with its figures, breaches with their calls, the counts. */
export const renderLoadPretty = (report: LoadReport, page: TextPage): string => {
  const { head, load, breaches } = plainValues(loadView(report));
  const parts = [
    [
      inColourOfRun(report, page.paint, `${runVerdictText(report)}  ${head.sentence}`),
      ...head.reasons.flatMap((reason) => proseLines(reason, page)),
      ...head.facts.flatMap(({ name, text }) => labelledLines({ page, indent, width: 12 }, name.toLowerCase(), text)),
    ],
    ...load.sections.filter(({ isDetail }) => !isDetail).map((section) => sectionLines(section, page)),
    ...causeBlocks({ breaches }, page),
    countLines(report, page),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const indent = 2;

const proseLines = (text: string, page: TextPage): string[] =>
  wrappedLines(text, proseColumns(page, indent)).map((line) => `${' '.repeat(indent)}${line}`);

const sectionLines = ({ title, columns, notes }: SectionView, page: TextPage): string[] => {
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
const countLines = (report: LoadReport, page: TextPage): string[] => {
  const { health, struck, breachCounts } = plainValues(report);
  const counted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${whole(count)}`)
      .join(', ');
  const all = Object.values(breachCounts).reduce((sum, count) => sum + count, 0);
  const told = all === 0 ? 'none' : `${plural(all, 'breach', 'breaches')}: ${counted(breachCounts)}`;
  const options = { page, indent: 0, width: 12 };
  const lateness = latenessText(health.lateness);
  return [
    ...(counted(struck) === '' ? [] : labelledLines(options, 'faults', counted(struck))),
    ...labelledLines(options, 'breaches', told),
    ...(lateness === undefined ? [] : labelledLines(options, 'lateness', `of the generator itself: ${lateness}`)),
  ];
};
