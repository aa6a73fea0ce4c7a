import { createHash, createHmac } from 'node:crypto';
import type { SignatureForm } from '../spec/fault.ts';
import type { Dice } from '../world/dice.ts';

/** What a signature is made of, so that each variant can be. */
export interface SignatureParts {
  /** The text that the signature covers. */
  readonly canonical: string;
  /** Signs the body as it must be signed. */
  readonly sign: (token: string) => string;
  /** Signs another valid body with the right token. */
  readonly signOther: () => string;
  readonly agentId: number;
  readonly token: string;
  /** The token of another agent. */
  readonly otherToken: string;
  /** The signature of the earlier call that a forgery is made from. */
  readonly earlier?: string | undefined;
  readonly dice: Dice;
}

const hexDigits = 64;
const cutOff = 8;

/** The text of X-Signature in a variant; undefined where the header is left out. */
export const faultySignature = (
  variant: SignatureForm,
  { sign, signOther, token, otherToken, dice, ...parts }: SignatureParts,
): string | undefined => {
  const right = sign(token);
  // Nearly every callback is signed as it must be.
  if (variant === 'valid') return right;
  const hmac = (algorithm: string): string => createHmac(algorithm, token).update(parts.canonical).digest('hex');
  const forms: Record<Exclude<SignatureForm, 'valid'>, () => string | undefined> = {
    none: () => undefined,
    empty: () => '',
    wrong: () => dice.hex(hexDigits),
    truncated: () => right.slice(0, -cutOff),
    suffixed: () => `${right.slice(0, hexDigits / 2)}${dice.hex(hexDigits / 2)}`,
    'other-agent': () => sign(otherToken),
    'other-body': signOther,
    'upper-case': () => right.toUpperCase(),
    spaced: () => ` ${right} `,
    'empty-key': () => sign(''),
    'null-word': () => sign('null'),
    'undefined-word': () => sign('undefined'),
    'agent-id': () => sign(String(parts.agentId)),
    sha1: () => hmac('sha1'),
    md5: () => hmac('md5'),
    sha512: () => hmac('sha512'),
    'bare-sha256': () => createHash('sha256').update(parts.canonical).digest('hex'),
    reused: () => parts.earlier,
    'known-request-id': () => parts.earlier,
  };
  return forms[variant]();
};

/** How a receiver that goes by the specification takes the variant. */
export const signatureStanding = (variant: SignatureForm): 'right' | 'odd' | 'bad' => {
  if (variant === 'valid') return 'right';
  return variant === 'upper-case' || variant === 'spaced' ? 'odd' : 'bad';
};
