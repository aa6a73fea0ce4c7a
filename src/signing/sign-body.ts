import { canonicalText } from './canonical-text.ts';
import { sign } from './sign.ts';

/**
 * Section 5: the signature of a callback's body in a dialect (`minimal` when none is named).
 * Throws JsonError for a text that is not JSON, WalletproofError for an unknown dialect.
 */
export const signBody = (text: string, dialectName: string | undefined, token: string): string =>
  sign(canonicalText(text, dialectName), token);
