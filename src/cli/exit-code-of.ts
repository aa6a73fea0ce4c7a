import type { Run } from '../spec/run.ts';
import type { ExitCode } from '../spec/walletproof-error.ts';
import { exitCodes } from '../spec/walletproof-error.ts';

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
