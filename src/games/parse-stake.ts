import type { Amount } from '../money/amount.ts';
import { parseAmount } from '../money/amount.ts';
import { isFinerThanScale, scaleOf, smallestUnit } from '../money/currency-scale.ts';

export type ParsedStake =
  | { readonly kind: 'stake'; readonly stake: Amount }
  | { readonly kind: 'no stake'; readonly message: string };

const refuse = (message: string): ParsedStake => ({ kind: 'no stake', message });

const plainDigits = /^\d{1,15}(?:\.\d{1,8})?$/;

/** The stake a player typed, as text. Never finer than the currency. */
export const parseStake = (typed: unknown, currency: string): ParsedStake => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  const stake = plainDigits.test(text) ? parseAmount(text) : undefined;
  if (stake === undefined) return refuse('Type the stake as a number, such as 10 or 2.50.');
  if (!stake.gt(0)) {
    return refuse(`The smallest stake is ${smallestUnit(currency).toFixed()} ${currency}.`);
  }
  if (isFinerThanScale(stake, currency)) {
    return refuse(`${currency} has ${scaleOf(currency)} digits after the point, not more.`);
  }
  return { kind: 'stake', stake };
};
