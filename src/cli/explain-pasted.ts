import type { SignatureExplanation } from '../signing/doctor/describe.ts';
import { explainSignature } from '../signing/doctor/explain-signature.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../spec/walletproof-error.ts';
import type { ExplainFlags } from './options.ts';
import { print, printJson } from './output.ts';
import { readPasted } from './read-pasted.ts';
import { renderSignature } from './render-signature.ts';
import { apiToken } from './signing-input.ts';
import { standardPage } from './standard-page.ts';

/** Explains the signature of what was pasted. Throws a usage error. */
export const explainSignatureOf = (pasted: Uint8Array, options: ExplainFlags): ExitCode => {
  const { token, from } = apiToken(options.token, process.env);
  const told = explainPasted(pasted, { ...options, token });
  if (options.json === true) printJson(told);
  else print(renderSignature(told, { page: standardPage(options), token: from }));
  return told.valid ? exitCodes.passed : exitCodes.nonconformant;
};

export interface PastedOptions {
  readonly token: string;
  /** Wins over the one in what was pasted. */
  readonly signature?: string;
  readonly direction?: 'request' | 'callback';
}

/** What there is to say about the signature of a body, curl command or HTTP request. Throws a usage error. */
export const explainPasted = (
  bytes: Uint8Array,
  { token, signature, direction = 'request' }: PastedOptions,
): SignatureExplanation => {
  const pasted = readPasted(bytes);
  const header = signature ?? pasted.signature;
  if (header === undefined || header === '') throw noSignature;
  return explainSignature({
    body: pasted.body,
    header,
    token,
    direction,
    budget: { now: () => performance.now(), milliseconds: patienceMs },
  });
};

/** A person waits; no server is kept from its work. */
const patienceMs = 2_000;

const noSignature = new WalletproofError(
  'usage',
  'There is no signature to explain.',
  'Give it with --signature HEX, or paste a request with its header X-Signature.',
);
