import { parseJson } from '../json/parse-json.ts';
import { canonicalForm } from './canonical-form.ts';
import { demandDialect } from './demand-dialect.ts';

/**
 * Section 5: the string that the signature of a body covers, from its text as it goes over the
 * wire, in a dialect (`minimal` when none is named). Keys inside stay as on the wire where the
 * dialect sorts the top level only; nothing is trimmed. Throws JsonError for a text that is not
 * JSON, WalletproofError for an unknown dialect.
 */
export const canonicalText = (text: string, dialectName: string | undefined): string =>
  canonicalForm(parseJson(text), demandDialect(dialectName ?? 'minimal'));
