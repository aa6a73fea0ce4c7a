import type { LoadReport } from '../formats/load-report.ts';
import type { ReportTarget } from '../report/report-target.ts';
import { openFileTarget } from '../report/report-target.ts';
import { jsonText } from '../text/harmless-output.ts';
import type { LoadFlags } from './load-options.ts';

/** Where the report of a load is written to. */
export interface LoadReports {
  write(report: LoadReport): Promise<void>;
}

/** Opens them before anything is sent: one that cannot be written is told at once. */
export const openLoadReports = async ({ out }: Pick<LoadFlags, 'out'>): Promise<LoadReports> => {
  const files: ReportTarget[] = out === undefined ? [] : [await openFileTarget(out)];
  return {
    write: async (report) => {
      for (const file of files) {
        file.write(jsonText(report));
        const failure = await file.close();
        if (failure !== undefined) throw failure;
      }
    },
  };
};
