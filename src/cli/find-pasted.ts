import { existsSync } from 'node:fs';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ExplainOptions } from './command-options.ts';
import { isExplained } from './explain-word.ts';
import { isCurl } from './pasted/read-pasted.ts';
import { readInput } from './read-input.ts';

/**
 * The bytes that `explain` shall explain the signature of: a curl command given as an argument, a
 * file, standard input. Undefined where it is a name that it shall explain. Throws a usage error
 * where there is nothing.
 */
export const findPasted = async (
  what: string | undefined,
  { signature }: Pick<ExplainOptions, 'signature'>,
): Promise<Uint8Array | undefined> => {
  if (what !== undefined && isCurl(what)) return Buffer.from(what);
  if (what === undefined && process.stdin.isTTY) throw nothingToExplain;
  if (what !== undefined && isName(what, signature)) return undefined;
  const bytes = await readInput(what);
  if (bytes.every(isSpace)) throw nothingToExplain;
  return bytes;
};

/** With a signature it is a file; without one, a file only where no name is meant. */
const isName = (what: string, signature: string | undefined): boolean =>
  what !== '-' && signature === undefined && (isExplained(what) || !existsSync(what));

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

const nothingToExplain = new WalletproofError(
  'usage',
  'There is nothing to explain.',
  'Name a requirement or a finding: walletproof explain IDEM-06, walletproof explain win-not-reverted. Or give a body and its signature: walletproof explain body.json --signature HEX; or paste a curl command on standard input.',
);
