import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { AccountStatement } from '../../spec/account-statement.ts';
import type { AccountState } from './account-state.ts';
import { bookOf } from './world.ts';

/** The account in the likeliest of the ways in which it may stand; undefined before its first balance. */
export const statementOf = (state: AccountState): AccountStatement | undefined => {
  const { account, username, worlds, book, actual, points } = state;
  const world = worlds[0] ?? book;
  if (world === undefined) return undefined;
  const shown = (amount: Amount): string => renderAtScale(amount, account.currency);
  const expected = bookOf(world);
  const difference = actual?.minus(expected);
  return {
    playerId: account.playerId,
    playerUsername: username,
    currency: account.currency,
    opening: shown(world.opening),
    bets: shown(world.bets),
    wins: shown(world.wins),
    rollbacks: shown(world.rollbacks),
    elsewhere: shown(world.elsewhere),
    expected: shown(expected),
    ...(actual === undefined ? {} : { actual: shown(actual) }),
    ...(difference === undefined || difference.eq(0) ? {} : { difference: shown(difference) }),
    points,
  };
};
