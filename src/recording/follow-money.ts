import { zero } from '../money/amount.ts';
import { amountsOf } from './amounts-of.ts';
import { isBadlySigned } from './is-badly-signed.ts';
import { levelRace } from './level-race.ts';
import type { RecordedCall } from './recorded-call.ts';
import { takeBet } from './take-bet.ts';
import { takeRollback } from './take-rollback.ts';
import type { Walk } from './walk.ts';

/** What the money of a recording comes to. */
export type Flow = Readonly<Pick<Walk, 'bets' | 'levels' | 'repeats' | 'fund'>>;

/** Walks through the calls as a right agent would, from a balance that nobody knows. */
export const followMoney = (
  calls: readonly RecordedCall[],
  groups: readonly (readonly number[])[],
): Flow => {
  const walk: Walk = {
    calls,
    purses: new Map(),
    transactions: new Map(),
    bets: new Map(),
    levels: new Map(),
    repeats: new Set(),
    fund: zero,
  };
  for (const group of groups) {
    const company = group.length > 1 ? 'together' : 'alone';
    if (company === 'together') levelRace(walk, group);
    for (const position of debitsFirst(calls, group)) takeCall(walk, position, company);
  }
  return walk;
};

const takeCall = (walk: Walk, position: number, company: 'alone' | 'together'): void => {
  const call = walk.calls[position];
  const callback = call?.callback;
  if (call === undefined || callback === undefined || isBadlySigned(call)) return;
  if (callback.type === 'makeBet') takeBet(walk, { position, call, callback, company });
  if (callback.type === 'rollback') takeRollback(walk, position, callback);
};

/** Nobody knows the order of calls at once: no bet may need the win of another one. */
const debitsFirst = (
  calls: readonly RecordedCall[],
  group: readonly number[],
): readonly number[] => {
  const gain = (position: number): number => {
    const callback = calls[position]?.callback;
    if (callback?.type !== 'makeBet') return 1;
    const { bet, win } = amountsOf(callback);
    return win.cmp(bet);
  };
  return group.toSorted((one, other) => gain(one) - gain(other));
};
