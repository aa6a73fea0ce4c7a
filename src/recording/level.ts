import type { Amount } from '../money/amount.ts';
import { accountOf } from './account-of.ts';
import { cover } from './cover.ts';
import type { Walk } from './walk.ts';
import { purseOf } from './walk.ts';

/** Brings the account of a call down to `left`; nothing to do where its opening balance is gone. */
export const level = (walk: Walk, position: number, left: Amount): void => {
  const callback = walk.calls[position]?.callback;
  if (callback === undefined || left.lt(0)) return;
  const account = accountOf(callback);
  const purse = purseOf(walk, account);
  if (!purse.hasOpening) return;
  cover(walk, purse, left);
  walk.levels.set(position, left);
  walk.purses.set(account, { hasOpening: false, rest: left });
};
