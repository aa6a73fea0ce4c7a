import { visibleLine, visibleText } from '../base/visible-text.ts';
import type { Run } from '../formats/run.ts';
import { type ExitCode, exitCodes, PointingError, WalletproofError } from '../spec/walletproof-error.ts';
import { log } from './output.ts';

/** The exit code that a run ends with. */
export const exitCodeOf = ({ verdict, partial }: Run): ExitCode => {
  if (partial === true) return exitCodes.interrupted;
  const codes = {
    conformant: exitCodes.passed,
    nonconformant: exitCodes.nonconformant,
    inconclusive: exitCodes.notJudged,
  } as const;
  return codes[verdict];
};

/** Says an error on stderr, with its remedy, and gives the exit code: only who cannot be reached was not judged. */
export const reportError = (error: unknown): ExitCode => {
  if (error instanceof WalletproofError) {
    log(`walletproof: ${renderError(error)}`);
    return error.code === 'target' ? exitCodes.notJudged : exitCodes.usage;
  }
  log(`walletproof: internal error (please report it with these lines):\n${errorText(error)}\n`);
  return exitCodes.internal;
};

/** An error for a log: one of ours with its remedy, any other with its stack where it has one. */
export const errorText = (error: unknown): string => {
  if (error instanceof WalletproofError) return renderError(error).trimEnd();
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/**
 * An error for stderr: what failed, then what to do about it on a line of its own. Names of files,
 * players, URLs and whatever else is in it begin no line: only an error that points has more of them.
 */
export const renderError = (error: WalletproofError): string => {
  const { message, remedy } = error;
  const shown = error instanceof PointingError ? visibleText(message) : visibleLine(message);
  return [shown, visibleLine(remedy)]
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('');
};
