import type { Ledger } from '../../ledger/ledger.ts';
import { accountKey } from '../../ledger/ledger.ts';
import type { Heard } from '../hear.ts';
import type { Burst } from './find-burst.ts';
import { findBurst } from './find-burst.ts';

/**
 * Simultaneous calls as bursts, one for each account: accounts are independent. Empty when the
 * calls of any account do not allow it, and an order must be searched for.
 */
export const groupBursts = (ledger: Ledger, heard: readonly Heard[]): readonly Burst[] => {
  const accounts = new Map<string, Heard[]>();
  for (const each of heard) {
    const key = accountKey(each.callback);
    accounts.set(key, [...(accounts.get(key) ?? []), each]);
  }
  const bursts = [...accounts.values()].flatMap((own) => findBurst(ledger, own) ?? []);
  return bursts.length === accounts.size && areApart(bursts) ? bursts : [];
};

/** An id that two accounts use belongs to the one that comes first, which nobody knows. */
const areApart = (bursts: readonly Burst[]): boolean => {
  const ids = bursts.flatMap(({ places }) => [...places.keys()]);
  return new Set(ids).size === ids.length;
};
