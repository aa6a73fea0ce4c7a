import { faultySignature } from '../faults/faulty-signature.ts';
import type { Callback } from '../spec/callback.ts';
import type { SignatureVariant } from '../spec/scenario.ts';
import type { Dice } from '../world/dice.ts';
import type { Recipient } from './compose-letter.ts';
import { composeLetter } from './compose-letter.ts';
import type { Letter } from './letter.ts';

export interface OddLetterTerms {
  readonly recipient: Recipient;
  readonly signature: SignatureVariant;
  /** The token of another agent, for `other-agent`. */
  readonly otherToken: string;
  readonly dice: Dice;
}

/** A callback written as it must be, and signed in a variant. WalletproofError as composeLetter. */
export const composeOddLetter = (
  callback: Callback,
  { recipient, signature: variant, otherToken, dice }: OddLetterTerms,
): Letter => {
  const letter = composeLetter(callback, recipient);
  const signed = (each: Callback, token: string): string =>
    composeLetter(each, { ...recipient, token }).headers['x-signature'] ?? '';
  const signature = faultySignature(variant, {
    sign: (token) => signed(callback, token),
    signOther: () =>
      signed({ ...callback, requestId: `${callback.requestId}-other` }, recipient.token),
    token: recipient.token,
    otherToken,
    dice,
  });
  const { 'x-signature': _right, ...headers } = letter.headers;
  return {
    ...letter,
    headers: signature === undefined ? headers : { ...headers, 'x-signature': signature },
  };
};
