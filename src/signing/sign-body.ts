import { WalletproofError } from '../contract/walletproof-error.ts';
import { parseJson } from '../json/parse-json.ts';
import { canonicalForm } from './canonical-form.ts';
import type { Dialect } from './dialect.ts';
import { dialects, findDialect } from './dialects.ts';
import { sign } from './sign.ts';

/**
 * Section 5: the signature of a callback's body, its text as it goes over the wire, in a dialect
 * (`minimal` when none is named). Keys inside stay as on the wire where the dialect sorts the top
 * level only; nothing is trimmed. Throws JsonError for a text that is not JSON, WalletproofError
 * for an unknown dialect.
 */
export const signBody = (text: string, dialectName: string | undefined, token: string): string =>
  sign(canonicalForm(parseJson(text), dialectCalled(dialectName ?? 'minimal')), token);

const dialectCalled = (name: string): Dialect => {
  const dialect = findDialect(name);
  if (dialect !== undefined) return dialect;
  const names = dialects.map((known) => known.name).join(', ');
  throw new WalletproofError('usage', `No dialect is called ${name}.`, `Use one of ${names}.`);
};
