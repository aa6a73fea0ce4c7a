import type { Run } from '../../formats/run.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { type ExitCode, exitCodes } from '../../spec/walletproof-error.ts';
import { exitCodeOf, renderError } from '../exit-code.ts';
import type { RunOptions } from '../options.ts';
import { log } from '../output.ts';
import { openRunReporters } from '../standard-output.ts';
import { readRun, shownRun, storedScenarios } from '../stored-run.ts';

/** Makes reports of a stored run: its verdict is told, and is not the exit code. */
export const report = async (file: string, options: Pick<RunOptions, 'reporter' | 'color'>): Promise<ExitCode> => {
  await reportStoredRun(shownRun(await readRun(file)), options);
  return exitCodes.passed;
};

/** Judges a stored run again, offline, by the judges of now. */
export const judge = async (
  file: string,
  options: Pick<RunOptions, 'reporter' | 'color' | 'source'>,
): Promise<ExitCode> => {
  const stored = shownRun(await readRun(file));
  const scenarios = await storedScenarios(stored, file);
  // Loaded here: a report needs no judges.
  const { judgeAgain } = await import('../../runner/judge-again.ts');
  const run = await judgeAgain(stored, {
    scenarios,
    catalogue: requirements,
    source: options.source,
  });
  await reportStoredRun(run, options);
  return exitCodeOf(run);
};

/** Tells a run through the reporters that the options name. */
const reportStoredRun = async (run: Run, options: Pick<RunOptions, 'reporter' | 'color'>): Promise<void> => {
  const reporter = await openRunReporters(options, ['walletproof', 'test', run.agent.callbackUrl]);
  reporter.tell({ kind: 'run-finished', run });
  for (const failure of await reporter.close()) log(renderError(failure));
};
