import { renderExplanation } from '../../report/render-explanation.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes } from '../../spec/walletproof-error.ts';
import { apiToken } from '../api-token.ts';
import type { ExplainOptions } from '../command-options.ts';
import { explainPasted } from '../explain-pasted.ts';
import { explainWord } from '../explain-word.ts';
import { findPasted } from '../find-pasted.ts';
import { loadLibrary } from '../load-library.ts';
import { renderSignature } from '../render-signature.ts';
import { standardPage } from '../standard-page.ts';

/** Explains what it gets: a requirement, a finding, a mistake in signing, or a signature with its body. */
export const explain = async (
  what: string | undefined,
  options: ExplainOptions,
): Promise<ExitCode> => {
  const pasted = await findPasted(what, options);
  return pasted === undefined
    ? await explainName(what ?? '', options)
    : explainSignatureOf(pasted, options);
};

const explainName = async (what: string, options: ExplainOptions): Promise<ExitCode> => {
  const told = explainWord(what, await loadLibrary());
  tell(told, options, () => renderExplanation(told, standardPage(options)));
  return exitCodes.passed;
};

const explainSignatureOf = (pasted: Uint8Array, options: ExplainOptions): ExitCode => {
  const { token, from } = apiToken(options.token, process.env);
  const told = explainPasted(pasted, { ...options, token });
  tell(told, options, () => renderSignature(told, { page: standardPage(options), token: from }));
  return told.valid ? exitCodes.passed : exitCodes.nonconformant;
};

const tell = (told: object, { json }: ExplainOptions, render: () => string): void => {
  process.stdout.write(json === true ? `${JSON.stringify(told, null, 2)}\n` : render());
};
