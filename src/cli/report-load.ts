import { resolve } from 'node:path';
import { harmlessIn } from '../base/harmless-output.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { LoadReport } from '../formats/load-report.ts';
import { type LoadReporterName, loadReporterNames, loadReporters } from '../report/load/load-reporters.ts';
import { loadView } from '../report/load/load-view.ts';
import { parseNamedReporter } from '../report/open-reporters.ts';
import { plainPage } from '../report/plain-page.ts';
import { openFileTarget, openStreamTarget } from '../report/report-target.ts';
import { runVerdictText } from '../report/verdict-text.ts';
import { demand } from '../spec/walletproof-error.ts';
import { renderError } from './exit-code.ts';
import type { OptionsOf } from './options.ts';
import { isOnlyLogSeen, log, reportStream } from './output.ts';
import { standardPage } from './standard-page.ts';

interface LoadReporterSpec {
  readonly name: LoadReporterName;
  /** Standard output when absent. */
  readonly file?: string;
}

/**
 * The reports of a load, opened before anything is sent: a wrong name, two reports for one place and a file that cannot
 * be written are told at once. The verdict stands where one of them cannot be written: that is said on stderr.
 */
export const openLoadReports = async ({ reporter = ['pretty'], out, color }: OptionsOf<'load merge'>) => {
  const specs: readonly LoadReporterSpec[] = [
    ...reporter.map((text) => parseNamedReporter(text, { names: loadReporterNames, kind: 'reporter of a load' })),
    ...(out === undefined ? [] : [{ name: 'json', file: out } as const]),
  ];
  demandOwnPlaces(specs);
  const opened: Awaited<ReturnType<typeof openReport>>[] = [];
  for (const spec of specs) opened.push(await openReport(spec, color));
  const isVerdictSeen = specs.some(({ name, file }) => name === 'pretty' && file === undefined) && !isOnlyLogSeen();
  return {
    write: async (report: LoadReport): Promise<void> => {
      for (const { name, target, page } of opened) {
        const { render, language } = loadReporters[name];
        target.write(harmlessIn[language](await render(report, page)));
        const failure = await target.close();
        if (failure !== undefined) log(renderError(failure));
      }
      const { sentence } = loadView(report).head;
      if (!isVerdictSeen) log(`walletproof: ${visibleLine(`${runVerdictText(report)}: ${sentence}`)}\n`);
    },
  };
};

const demandOwnPlaces = (specs: readonly LoadReporterSpec[]): void => {
  const taken = new Set<string>();
  for (const { name, file } of specs) {
    const place = file === undefined ? 'standard output' : resolve(file);
    const remedy = `Give one a file of its own: --reporter ${name}=FILE.`;
    demand(!taken.has(place), `Two reports would be written to ${place}.`, remedy);
    taken.add(place);
  }
};

/** Columns of a text in a file. */
const fileColumns = 100;

const openReport = async ({ name, file }: LoadReporterSpec, color: boolean) =>
  file === undefined
    ? { name, target: openStreamTarget(reportStream(), false), page: standardPage({ color }) }
    : { name, target: await openFileTarget(file), page: plainPage(fileColumns) };
