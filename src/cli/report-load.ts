import { resolve } from 'node:path';
import { harmlessIn } from '../base/harmless-output.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { LoadReport } from '../formats/load-report.ts';
import { type LoadReporterName, loadReporterNames, loadReporters } from '../report/load/load-reporters.ts';
import { loadView } from '../report/load/load-view.ts';
import { parseNamedReporter } from '../report/open-reporters.ts';
import type { TextPage } from '../report/page.ts';
import { plainPage } from '../report/plain-page.ts';
import { openFileTarget, openStreamTarget, type ReportTarget } from '../report/report-target.ts';
import { runVerdictText } from '../report/verdict-label.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { renderError } from './exit-code.ts';
import type { MergeFlags } from './options.ts';
import { isOnlyLogSeen, log, reportStream } from './output.ts';
import { standardPage } from './standard-page.ts';

/** Where the report of a load is written to. */
export interface LoadReports {
  /** The verdict stands where one of them cannot be written: that is said on stderr. */
  write(report: LoadReport): Promise<void>;
}

/**
 * Opens them before anything is sent: a wrong name, two reports for one place and a file that cannot be
 * written are told at once.
 */
export const openLoadReports = async (flags: MergeFlags): Promise<LoadReports> => {
  const specs = [
    ...(flags.reporter ?? ['pretty']).map(parseSpec),
    ...(flags.out === undefined ? [] : [{ name: 'json', file: flags.out } as const]),
  ];
  demandOwnPlaces(specs);
  const opened: OpenedReport[] = [];
  for (const spec of specs) opened.push(await openReport(spec, flags));
  return {
    write: async (report) => {
      for (const each of opened) await writeOne(each, report);
      if (!isVerdictSeen(specs)) {
        const { sentence } = loadView(report);
        log(`walletproof: ${visibleLine(`${runVerdictText(report)}: ${sentence}`)}\n`);
      }
    },
  };
};

interface LoadReporterSpec {
  readonly name: LoadReporterName;
  /** Standard output when absent. */
  readonly file?: string;
}

const parseSpec = (text: string): LoadReporterSpec =>
  parseNamedReporter(text, { names: loadReporterNames, kind: 'reporter of a load' });

const demandOwnPlaces = (specs: readonly LoadReporterSpec[]): void => {
  const taken = new Set<string>();
  for (const { name, file } of specs) {
    const place = file === undefined ? 'standard output' : resolve(file);
    if (taken.has(place)) {
      const message = `Two reports would be written to ${place}.`;
      const remedy = `Give one a file of its own: --reporter ${name}=FILE.`;
      throw new WalletproofError('usage', message, remedy);
    }
    taken.add(place);
  }
};

interface OpenedReport {
  readonly name: LoadReporterName;
  readonly target: ReportTarget;
  readonly page: TextPage;
}

/** Columns of a text in a file. */
const fileColumns = 100;

const openReport = async (
  { name, file }: LoadReporterSpec,
  { color }: Pick<MergeFlags, 'color'>,
): Promise<OpenedReport> => {
  if (file === undefined) {
    const target = openStreamTarget(reportStream(), false);
    return { name, target, page: standardPage({ color }) };
  }
  return { name, target: await openFileTarget(file), page: plainPage(fileColumns, []) };
};

const writeOne = async ({ name, target, page }: OpenedReport, report: LoadReport): Promise<void> => {
  const { render, language } = loadReporters[name];
  target.write(harmlessIn[language](await render(report, page)));
  const failure = await target.close();
  if (failure !== undefined) log(renderError(failure));
};

const isVerdictSeen = (specs: readonly LoadReporterSpec[]): boolean =>
  specs.some(({ name, file }) => name === 'pretty' && file === undefined) && !isOnlyLogSeen();
