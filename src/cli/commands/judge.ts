import { judgeAgain } from '../../runner/judge-again.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import type { RunOptions } from '../common-options.ts';
import { exitCodeOf } from '../exit-code-of.ts';
import { readRun } from '../read-run.ts';
import { storedScenarios } from '../stored-scenarios.ts';
import { tellStoredRun } from '../tell-stored-run.ts';

/** Judges a stored run again, offline, by the judges of now. */
export const judge = async (
  file: string,
  options: Pick<RunOptions, 'reporter' | 'color'>,
): Promise<ExitCode> => {
  const stored = await readRun(file);
  const scenarios = await storedScenarios(stored, file);
  const run = await judgeAgain(stored, { scenarios, catalogue: requirements });
  await tellStoredRun(run, options);
  return exitCodeOf(run);
};
