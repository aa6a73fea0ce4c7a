import type { Amount } from '../money/amount.ts';
import type { Purse } from './purse.ts';
import type { Walk } from './walk.ts';

/** Raises the fund until the purse covers a bet; false where the opening balance is gone. */
export const cover = (walk: Walk, { hasOpening, rest }: Purse, bet: Amount): boolean => {
  const missing = bet.minus(rest);
  if (bet.eq(0) || missing.lte(0)) return true;
  if (!hasOpening) return false;
  if (missing.gt(walk.fund)) walk.fund = missing;
  return true;
};
