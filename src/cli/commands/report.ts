import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes } from '../../spec/walletproof-error.ts';
import type { RunOptions } from '../common-options.ts';
import { readRun } from '../read-run.ts';
import { tellStoredRun } from '../tell-stored-run.ts';

/** Makes reports of a stored run: its verdict is told, and is not the exit code. */
export const report = async (
  file: string,
  options: Pick<RunOptions, 'reporter' | 'color'>,
): Promise<ExitCode> => {
  await tellStoredRun(await readRun(file), options);
  return exitCodes.passed;
};
