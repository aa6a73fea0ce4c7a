import { Chalk } from 'chalk';
import type { ExitCode } from '../../contract/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../contract/walletproof-error.ts';
import { chooseColourLevel } from '../../report/choose-colour-level.ts';
import type { Page } from '../../report/pretty/page.ts';
import { renderExplanation } from '../../report/render-explanation.ts';
import { explainWord } from '../explain-word.ts';
import { loadLibrary } from '../load-library.ts';

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
      : renderExplanation(told, pageFor(options));
  process.stdout.write(text);
  return exitCodes.passed;
};

const nothingToExplain = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'There is nothing to explain.',
    'Name a requirement or a finding: walletproof explain IDEM-06, walletproof explain win-not-reverted.',
  );

/** Columns of a text that no terminal shows, or one that does not know its width. */
const logColumns = 100;

const pageFor = ({ color }: ExplainOptions): Page => ({
  columns: (process.stdout.isTTY && process.stdout.columns) || logColumns,
  paint: new Chalk({ level: chooseColourLevel({ wanted: color, environment: process.env }) }),
  rerun: [],
});
