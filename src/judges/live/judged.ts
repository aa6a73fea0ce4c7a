import { wasApplied } from '../../ledger/ledger.ts';
import type { Callback } from '../../spec/callback.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { AccountState } from './account-state.ts';
import type { LiveRules } from './live-rules.ts';
import { transactionIn } from './live-rules.ts';
import { makeUnknowable } from './memory.ts';
import type { World } from './world.ts';

/** The account after an episode, and what became clear by it. */
export interface Judged {
  readonly state: AccountState;
  readonly judgements: readonly ExchangeJudgement[];
}

/** Nobody can follow the account any more: its next balance is taken as it is. */
export const giveUp = (
  rules: LiveRules,
  state: AccountState,
  callbacks: readonly Callback[] = [],
): AccountState => {
  const doubtful = state.worlds.flatMap(({ transactions }) => [...transactions.keys()]);
  const named = [...callbacks, ...state.floating].flatMap((each) =>
    each.type === 'getBalance' ? [] : [each.transactionId],
  );
  makeUnknowable(rules, state, new Set([...doubtful, ...named]));
  const [first = state.book] = state.worlds;
  return {
    ...settled(state, []),
    ...(first === undefined ? {} : { book: { ...first, transactions: new Map() } }),
    floating: [],
  };
};

/** The account in those worlds, and no doubts beside them. */
export const settled = (state: AccountState, worlds: readonly World[]): AccountState => ({
  ...state,
  worlds,
  doubt: undefined,
});

/** Calls that may still be handled late, and would move something then. */
export const stillFloating = (rules: LiveRules, state: AccountState): AccountState => ({
  ...state,
  floating: state.floating.filter((callback) => mayMove(rules, state, callback)),
});

const mayMove = (rules: LiveRules, { worlds }: AccountState, callback: Callback): boolean => {
  if (callback.type === 'getBalance') return false;
  return worlds.some((world) => {
    const known = transactionIn(rules, world, callback.transactionId);
    if (callback.type === 'rollback') return known?.state !== 'rolled-back';
    return known === undefined || !wasApplied(known);
  });
};
