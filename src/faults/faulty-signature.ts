import type { SignatureVariant } from '../spec/fault.ts';
import type { Dice } from '../world/dice.ts';

/** What a signature is made of, so that each variant can be. */
export interface SignatureParts {
  /** Signs the body as it must be signed. */
  readonly sign: (token: string) => string;
  /** Signs another valid body with the right token. */
  readonly signOther: () => string;
  readonly token: string;
  /** The token of another agent. */
  readonly otherToken: string;
  readonly dice: Dice;
}

const hexDigits = 64;
const cutOff = 8;

/** The text of X-Signature in a variant; undefined where the header is left out. */
export const faultySignature = (
  variant: SignatureVariant,
  { sign, signOther, token, otherToken, dice }: SignatureParts,
): string | undefined => {
  const right = sign(token);
  const variants: Record<SignatureVariant, () => string | undefined> = {
    valid: () => right,
    none: () => undefined,
    empty: () => '',
    wrong: () => dice.hex(hexDigits),
    truncated: () => right.slice(0, -cutOff),
    suffixed: () => `${right.slice(0, hexDigits / 2)}${dice.hex(hexDigits / 2)}`,
    'other-agent': () => sign(otherToken),
    'other-body': signOther,
    'upper-case': () => right.toUpperCase(),
    spaced: () => ` ${right} `,
  };
  return variants[variant]();
};

/** How a receiver that goes by the specification takes the variant. */
export const signatureStanding = (variant: SignatureVariant): 'right' | 'odd' | 'bad' => {
  if (variant === 'valid') return 'right';
  return variant === 'upper-case' || variant === 'spaced' ? 'odd' : 'bad';
};
