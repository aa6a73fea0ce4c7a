import { JsonError, parseJson } from '../base/json.ts';
import { canonicalForm } from './canonical-form.ts';
import { demandDialect } from './dialects.ts';
import { sign } from './sign.ts';
import { trimNode } from './trim.ts';
import { type Verification, verifyRequest } from './verify-request.ts';

/** How a body is signed. */
export interface SigningOptions {
  /** How the signed JSON is written; `minimal` when absent, as JSON.stringify writes it. */
  readonly dialect?: string;
  /** A request to the platform is trimmed before it is signed, a callback is not. Default: request. */
  readonly direction?: 'request' | 'callback';
}

/**
 * Section 5: the header X-Signature of a body, from its text as it goes over the wire. Throws
 * JsonError for a text that is not JSON, WalletproofError for an unknown dialect.
 */
export const signText = (
  body: string,
  token: string,
  { dialect = 'minimal', direction = 'request' }: SigningOptions = {},
): string => {
  const tree = parseJson(body);
  return sign(canonicalForm(direction === 'request' ? trimNode(tree) : tree, demandDialect(dialect)), token);
};

/** A request to the platform, and who is meant to have signed it. */
export interface SignedText {
  /** As it goes over the wire. */
  readonly body: string;
  /** The header X-Signature. */
  readonly header: string;
  readonly token: string;
  /** Names of the dialects that are accepted; all of them when absent. */
  readonly accept?: readonly string[];
}

/**
 * Section 5: whether the header signs a request to the platform, and in which dialect. What is no
 * JSON object is signed by nothing.
 */
export const verifyText = ({ body, header, token, accept = ['any'] }: SignedText): Verification => {
  const value = objectOf(body);
  if (value === undefined) return { kind: 'invalid' };
  return verifyRequest({ text: body, value, header, token, accept });
};

const objectOf = (body: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    if (parseJson(body).kind !== 'object') return undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
};
