import { parseAmount, zero } from '../money/amount.ts';
import type { Rollback } from '../spec/callback.ts';
import { accountOf } from './account-of.ts';
import { level } from './level.ts';
import { revert } from './purse.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Walk } from './walk.ts';
import { purseOf } from './walk.ts';

/** A rollback: once, in its own account, and of what was processed (section 3). */
export const takeRollback = (walk: Walk, position: number, callback: Rollback): void => {
  const { transactionId } = callback;
  const account = accountOf(callback);
  const known = walk.transactions.get(transactionId);
  if (known === undefined) {
    const moved = { account, takesOpening: false, bet: zero, win: zero };
    walk.transactions.set(transactionId, { state: 'cancelled', moved });
    return;
  }
  const { state, moved } = known;
  if (state !== 'processed' || moved.account !== account) return;
  const before = balanceBefore(walk.calls[position]);
  // It takes a win back that is spent: there must be as little as there was.
  if (before?.plus(moved.bet).lt(moved.win) === true) level(walk, position, before);
  walk.purses.set(account, revert(purseOf(walk, account), moved));
  walk.transactions.set(transactionId, { state: 'rolled-back', moved });
};

const balanceBefore = (call: RecordedCall | undefined) => parseAmount(call?.balanceBefore ?? '');
