import { CommanderError } from 'commander';
import type { ExitCode } from '../spec/walletproof-error.ts';
import { exitCodes } from '../spec/walletproof-error.ts';
import { createProgram } from './create-program.ts';
import { reportError } from './exit-code.ts';

/** Runs the executable: `argv` without node and script. Gives the exit code; never throws. */
export const main = async (argv: readonly string[]): Promise<ExitCode> => {
  let exitCode: ExitCode = exitCodes.passed;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return commanderExit(error);
    return reportError(error);
  }
};

/** commander has told the user already; help and version are no errors. */
const commanderExit = ({ exitCode }: CommanderError): ExitCode =>
  exitCode === 0 ? exitCodes.passed : exitCodes.usage;
