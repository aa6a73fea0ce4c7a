import { CommanderError } from 'commander';
import { type ExitCode, exitCodes } from '../spec/walletproof-error.ts';
import { createProgram } from './create-program.ts';
import { reportError } from './exit-code.ts';
import { openOutput, outputWritten } from './output.ts';

/** Runs the executable: `argv` without node and script. Gives the exit code; never throws. */
export const main = async (argv: readonly string[]): Promise<ExitCode> => {
  openOutput();
  process.on('uncaughtException', endWith);
  let exitCode: ExitCode = exitCodes.passed;
  try {
    const program = createProgram((code) => {
      exitCode = code;
    }, argv);
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return commanderExit(error);
    return reportError(error);
  } finally {
    process.off('uncaughtException', endWith);
  }
};

/** Node would write the error as it is, with whatever is in its message. */
const endWith = (error: unknown): void => {
  const exitCode = reportError(error);
  const end = (): never => process.exit(exitCode);
  setTimeout(end, longestWriteMs);
  void outputWritten().then(end);
};

/** A reader that takes nothing any more keeps nobody alive, milliseconds. */
const longestWriteMs = 1_000;

/** commander has told the user already; help and version are no errors. */
const commanderExit = ({ exitCode }: CommanderError): ExitCode => (exitCode === 0 ? exitCodes.passed : exitCodes.usage);
