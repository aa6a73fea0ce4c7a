import type { Case } from '../judges/case.ts';
import { renderAtScale } from '../money/currency-scale.ts';

/** What the ledger expected after each call, at the currency's scale, by exchange id. */
export const expectedBalances = ({ trail }: Case): ReadonlyMap<string, string> =>
  new Map(
    trail.flatMap(({ exchangeId, account, balance }) => {
      if (account === undefined || balance === undefined) return [];
      const [, currency = ''] = JSON.parse(account) as string[];
      return [[exchangeId, renderAtScale(balance, currency)] as const];
    }),
  );
