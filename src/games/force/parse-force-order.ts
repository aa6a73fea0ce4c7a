import { amountOf } from '../../money/amount.ts';
import { isFinerThanScale, scaleOf } from '../../money/currency-scale.ts';
import type { ForcedOutcome, ForceOrder } from '../../spec/game-page.ts';
import { forcedOutcomes } from '../../spec/game-page.ts';
import { fieldOf } from '../field-of.ts';

export type ParsedForce =
  | { readonly kind: 'order'; readonly order: ForceOrder }
  | { readonly kind: 'no order'; readonly message: string };

const plainDigits = /^\d{1,15}(?:\.\d{1,8})?$/;

const defaultBonus = '10';

/** What the drawer asks for. */
export const parseForceOrder = (body: unknown, currency: string): ParsedForce => {
  const outcome = fieldOf(body, 'outcome');
  if (!isOutcome(outcome)) {
    const known = Object.keys(forcedOutcomes).join(', ');
    return { kind: 'no order', message: `There is no such outcome. There are ${known}.` };
  }
  const amount = fieldOf(body, 'amount');
  if (outcome === 'win') return readMultiplier(amount);
  if (outcome === 'bonus') return readBonus(amount ?? defaultBonus, currency);
  return { kind: 'order', order: { outcome } };
};

const isOutcome = (outcome: unknown): outcome is ForcedOutcome =>
  typeof outcome === 'string' && Object.hasOwn(forcedOutcomes, outcome);

/** Plain digits above 0; undefined when it is something else. */
const readAmount = (typed: unknown): string | undefined => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  return plainDigits.test(text) && amountOf(text).gt(0) ? text : undefined;
};

const readMultiplier = (typed: unknown): ParsedForce => {
  const amount = readAmount(typed);
  return amount === undefined
    ? { kind: 'no order', message: 'Type what the stake is multiplied with, such as 2 or 2.50.' }
    : { kind: 'order', order: { outcome: 'win', amount } };
};

const readBonus = (typed: unknown, currency: string): ParsedForce => {
  const amount = readAmount(typed);
  if (amount === undefined) {
    return { kind: 'no order', message: 'Type the bonus as a number above 0, such as 10 or 2.50.' };
  }
  return isFinerThanScale(amountOf(amount), currency)
    ? { kind: 'no order', message: `${currency} has ${scaleOf(currency)} digits after the point.` }
    : { kind: 'order', order: { outcome: 'bonus', amount } };
};
