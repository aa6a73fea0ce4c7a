import type { ExitCode } from '../../contract/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../contract/walletproof-error.ts';
import { renderExplanation } from '../../report/render-explanation.ts';
import { explainWord } from '../explain-word.ts';
import { loadLibrary } from '../load-library.ts';
import { standardPage } from '../standard-page.ts';

export interface ExplainOptions {
  readonly json?: true;
  readonly color: boolean;
}

/** Explains what it gets: the id of a requirement or the code of a finding. */
export const explain = async (
  what: string | undefined,
  options: ExplainOptions,
): Promise<ExitCode> => {
  if (what === undefined) throw nothingToExplain();
  const told = explainWord(what, await loadLibrary());
  const text =
    options.json === true
      ? `${JSON.stringify(told, null, 2)}\n`
      : renderExplanation(told, standardPage(options));
  process.stdout.write(text);
  return exitCodes.passed;
};

const nothingToExplain = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'There is nothing to explain.',
    'Name a requirement or a finding: walletproof explain IDEM-06, walletproof explain win-not-reverted.',
  );
