import type { AgentAnswer } from '../callbacks/read-answer.ts';
import type { Account, Ledger } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { renderAmount } from '../money/amount.ts';
import type { Callback } from '../spec/callback.ts';
import type { Case } from './case.ts';
import { takenBranch } from './taken-branch.ts';

/**
 * The case after a call whose answer was lost: the agent has handled it, in any of the ways that a
 * right one may, the likeliest first; or it never has. Section 6: the same call comes again, and
 * must leave the same money either way.
 */
export const forkLedger = (state: Case, callback: Callback): Case => {
  const worlds = worldsOf(state);
  const handled = worlds.map((ledger) => step(ledger, callback, state.rules.quirks).branches);
  const likeliest = handled.flatMap(([first]) => first?.ledger ?? []);
  const others = handled.flatMap(([, ...rest]) => rest.map(({ ledger }) => ledger));
  return withWorlds(state, [...likeliest, ...worlds, ...others]);
};

/**
 * The case with the wallets that the answer allows, the likeliest first; all when it allows none.
 * The others are already as they are after the call.
 */
export const inLikeliestWorld = (state: Case, callback: Callback, answer: AgentAnswer): Case => {
  if (state.others.length === 0) return state;
  const fitting = worldsOf(state).flatMap((ledger) => {
    const { branches } = step(ledger, callback, state.rules.quirks);
    const taken = takenBranch(branches, { answer, callback });
    return taken === undefined ? [] : [{ ledger, after: taken.ledger }];
  });
  const [first] = fitting;
  if (first === undefined) return { ...state, others: [] };
  const [, ...others] = distinct(fitting.map(({ after }) => after));
  return { ...state, ledger: first.ledger, others };
};

const worldsOf = ({ ledger, others }: Case): Ledger[] => [ledger, ...others];

/** Each wallet once, and no more than anybody needs. */
const withWorlds = (state: Case, worlds: readonly Ledger[]): Case => {
  const [ledger = state.ledger, ...others] = distinct(worlds).slice(0, mostWorlds);
  return { ...state, ledger, others };
};

/** Each once, where it stands first. */
const distinct = (worlds: readonly Ledger[]): readonly Ledger[] =>
  [...new Map(worlds.toReversed().map((each) => [keyOf(each), each])).values()].toReversed();

const mostWorlds = 16;

const keyOf = (ledger: Ledger): string =>
  JSON.stringify([
    [...ledger.balances].map(([key, balance]) => [key, renderAmount(balance)]),
    [...ledger.transactions.values()].map(({ id, state }) => [id, state]),
  ]);

/** The accounts whose money the possible wallets do not agree on. */
export const unsureAccounts = ({ ledger, others }: Case): Account[] =>
  [...ledger.balances].flatMap(([key, balance]) => {
    const isSure = others.every((other) => other.balances.get(key)?.eq(balance) === true);
    const [playerId = '', currency = ''] = JSON.parse(key) as string[];
    return isSure ? [] : [{ playerId, currency }];
  });
