import type { Amount } from '../../money/amount.ts';
import { parseAmount } from '../../money/amount.ts';

const pattern = /^\d{1,4}(?:\.\d{1,2})?$/;

/** The multiplier that a player cashes out at, 1.01 to 1000; undefined when it is none. */
export const parseCashOut = (typed: unknown): Amount | undefined => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  const at = pattern.test(text) ? parseAmount(text) : undefined;
  return at === undefined || at.lt('1.01') || at.gt(1000) ? undefined : at;
};
