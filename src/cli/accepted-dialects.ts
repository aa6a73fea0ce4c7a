import { suggest } from '../formats/document/closest-word.ts';
import { dialects } from '../signing/dialects.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** The dialects that `--accept` names, as `quirks.accept` lists them. WalletproofError for an unknown one. */
export const acceptedDialects = (names: readonly string[]): readonly string[] => {
  const known = ['any', ...dialects.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new WalletproofError(
    'usage',
    `--accept: there is no dialect ${JSON.stringify(unknown)}.`,
    `Write any, or names such as minimal,php: ${suggest(unknown, known)}`,
  );
};
