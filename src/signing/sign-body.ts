import { parseJson } from '../json/parse-json.ts';
import { canonicalForm } from './canonical-form.ts';
import { demandDialect } from './demand-dialect.ts';
import { sign } from './sign.ts';

/**
 * Section 5: the signature of a callback's body, its text as it goes over the wire, in a dialect
 * (`minimal` when none is named). Keys inside stay as on the wire where the dialect sorts the top
 * level only; nothing is trimmed. Throws JsonError for a text that is not JSON, WalletproofError
 * for an unknown dialect.
 */
export const signBody = (text: string, dialectName: string | undefined, token: string): string =>
  sign(canonicalForm(parseJson(text), demandDialect(dialectName ?? 'minimal')), token);
