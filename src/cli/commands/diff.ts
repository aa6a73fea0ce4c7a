import { compareRuns } from '../../judges/compare-runs.ts';
import { renderComparison } from '../../report/render-comparison.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { print, printJson } from '../output.ts';
import { standardPage } from '../standard-page.ts';
import { readRun, shownRun } from '../stored-run.ts';

export interface DiffOptions {
  readonly json?: true;
  readonly color: boolean;
}

/** Two stored runs, the earlier first. Not conformant where something newly fails. */
export const diff = async (before: string, now: string, options: DiffOptions): Promise<ExitCode> => {
  if (before === '-' && now === '-') throw onlyOneInput();
  const comparison = compareRuns(shownRun(await readRun(before)), shownRun(await readRun(now)));
  if (options.json === true) printJson(comparison);
  else print(renderComparison(comparison, { page: standardPage(options), before, now }));
  return comparison.newlyFailing.length > 0 ? exitCodes.nonconformant : exitCodes.passed;
};

const onlyOneInput = (): WalletproofError =>
  new WalletproofError('usage', 'Both runs cannot be read from standard input.', 'Name a file for one of them.');
