import { readFile } from 'node:fs/promises';
import { type LoadReport, loadReportSchema } from '../../formats/load-report.ts';
import { loadExitCode } from '../../load/conclude-load.ts';
import { mergeReports, type SliceReport } from '../../load/merge-reports.ts';
import { type ExitCode, usageError } from '../../spec/walletproof-error.ts';
import type { OptionsOf } from '../options.ts';
import { openLoadReports } from '../report-load.ts';

/** The slices of one load as one report, judged anew. */
export const loadMerge = async (files: readonly string[], flags: OptionsOf<'load merge'>): Promise<ExitCode> => {
  const slices: SliceReport[] = [];
  for (const file of files) slices.push({ file, report: await readReport(file) });
  const merged = mergeReports(slices);
  const reports = await openLoadReports(flags);
  await reports.write(merged);
  return loadExitCode(merged);
};

const remedy = 'Name the files that the slices wrote by --out, or by --reporter json=FILE.';

const readReport = async (file: string): Promise<LoadReport> => {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw usageError(`cannot read ${file}: ${cause.message}`, remedy, { cause });
  });
  const read = loadReportSchema.safeParse(valueIn(text));
  if (read.success) return read.data as LoadReport;
  const [issue] = read.error.issues;
  const where = issue === undefined ? '' : ` (${issue.path.join('.') || 'the whole'}: ${issue.message})`;
  const what = text === '' ? 'is empty: its load has not ended' : `is no report of a load${where}`;
  throw usageError(`${file} ${what}.`, remedy);
};

const valueIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
