import { renderJson } from '../../json/json-node.ts';
import { JsonError, parseJson } from '../../json/parse-json.ts';
import { canonicalText } from '../../signing/canonical-text.ts';
import { trimNode } from '../../signing/trim-node.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { WalletproofError } from '../../spec/walletproof-error.ts';

/** A longer body would hold everybody up. */
const longestBody = 65_536;

/**
 * Section 5: the text that the signature of a request covers, in the dialect that it was made in;
 * of an operation whose signature matched none, in the commonest one. The platform trims what the
 * agent sends; a callback is signed as it is. Undefined where there is nothing to sign.
 */
export const signedText = ({ direction, dialect, request }: Exchange): string | undefined => {
  const isSigned = dialect !== undefined || request.headers['x-signature'] !== undefined;
  if (!isSigned || request.body.length > longestBody) return undefined;
  const text = Buffer.from(request.body).toString('utf8');
  try {
    return canonicalText(direction === 'operation' ? trimmed(text) : text, dialect);
  } catch (error) {
    if (isAboutText(error)) return undefined;
    throw error;
  }
};

const trimmed = (text: string): string => renderJson(trimNode(parseJson(text)));

const isAboutText = (error: unknown): boolean =>
  error instanceof JsonError || error instanceof WalletproofError || error instanceof RangeError;
