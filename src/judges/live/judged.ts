import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { emptyLedger, type Ledger, wasApplied } from '../../ledger/ledger.ts';
import { transactionIn } from '../../ledger/worlds/outcomes.ts';
import { floatedWorlds } from '../../ledger/worlds/possible-worlds.ts';
import { amountOf } from '../../money/amount.ts';
import type { Callback } from '../../spec/callback.ts';
import type { AccountState, Doubt, RefusedValid } from './account-state.ts';
import { type LiveRules, makeUnknowable } from './memory.ts';
import type { RefusedReading } from './reading.ts';

/** The account after an episode, and what became clear by it. */
export interface Judged {
  readonly state: AccountState;
  readonly judgements: readonly ExchangeJudgement[];
}

/** Nobody can follow the account any more: its next balance is taken as it is. */
export const giveUp = (rules: LiveRules, state: AccountState, callbacks: readonly Callback[] = []): AccountState => {
  const doubtful = state.worlds.flatMap(({ transactions }) => [...transactions.keys()]);
  const named = [...callbacks, ...state.floating].flatMap((each) =>
    each.type === 'getBalance' ? [] : [each.transactionId],
  );
  makeUnknowable(rules, state, new Set([...doubtful, ...named]));
  const [first = state.book] = state.worlds;
  return {
    ...settled(state, []),
    failed: undefined,
    gapCause: state.gapCause && { ...state.gapCause, open: undefined },
    ...(first === undefined ? {} : { book: { ...first, transactions: emptyLedger.transactions } }),
    floating: [],
  };
};

/** The account in those worlds, and no doubts beside them. */
export const settled = (state: AccountState, worlds: readonly Ledger[]): AccountState => ({
  ...state,
  worlds,
  doubt: undefined,
});

/** More ways in which an account may stand, and nobody can tell anything. */
export const mostWorlds = 48;

/** The ways in which it may stand by now, with all that may have been handled late; undefined where there are too many. */
export const worldsNow = (rules: LiveRules, { worlds, floating }: AccountState): readonly Ledger[] | undefined =>
  floatedWorlds(rules, worlds, { floating, most: mostWorlds });

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

/** A refusal must have moved nothing: the next balance tells. */
export const doubting = (
  state: AccountState,
  { callback, exchangeId, label }: RefusedReading,
  valid?: RefusedValid,
): AccountState => {
  const amounts = callback.type === 'makeBet' ? callback : { bet: '0', win: '0' };
  const doubt: Doubt = {
    kind: 'refused',
    exchangeId,
    label,
    bet: amountOf(amounts.bet),
    win: amountOf(amounts.win),
    valid,
  };
  return { ...state, doubt };
};
