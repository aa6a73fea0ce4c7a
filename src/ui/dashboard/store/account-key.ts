import type { AccountStatement } from '../../../spec/account-statement.ts';

/** The key of an account: a player and a currency, whatever characters they have. */
export const accountKey = ({
  playerId,
  currency,
}: Pick<AccountStatement, 'playerId' | 'currency'>): string => JSON.stringify([playerId, currency]);
