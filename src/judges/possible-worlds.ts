import { type Account, accountOf } from '../ledger/account.ts';
import { type Answered, fits, takenOf } from '../ledger/heard-call.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Branch, Prediction } from '../ledger/prediction.ts';
import { outcomesIn, type WorldRules } from '../ledger/worlds/outcomes.ts';
import { distinctWorlds, isSameTransaction, unheardWorlds } from '../ledger/worlds/possible-worlds.ts';
import type { Callback } from '../spec/callback.ts';
import type { Case } from './case.ts';

/** In a run nobody else moves money, and every wallet has all its transactions. */
export const worldRules = ({ rules }: Case): WorldRules => ({
  policy: rules.quirks,
  recall: () => undefined,
  isShared: false,
});

/**
 * The case after a call whose answer was lost: the agent has handled it, in any of the ways that a
 * right one may, the likeliest first; or it never has. Section 6: the same call comes again, and
 * must leave the same money either way.
 */
export const forkLedger = (state: Case, callback: Callback): Case => {
  const ids = [...state.doubtful, ...idOf(callback)];
  const worlds = unheardWorlds(worldRules(state), worldsOf(state), callback);
  const [ledger = state.ledger, ...others] = distinctWorlds(worlds, ids).slice(0, mostWorlds);
  return { ...state, ledger, others, doubtful: inDoubt(ids, [ledger, ...others]) };
};

/** No more than anybody needs. */
const mostWorlds = 16;

/**
 * The case with the wallets that the answer allows, the likeliest first; all when it allows none.
 * The others are already as they are after the call.
 */
export const inLikeliestWorld = (state: Case, heard: Answered): Case => {
  if (state.others.length === 0) return state;
  const rules = worldRules(state);
  const fitting = worldsOf(state).flatMap((world) => takenOf(outcomesIn(rules, world, heard.callback), heard) ?? []);
  const [first] = fitting;
  if (first === undefined) return { ...state, others: [], doubtful: [] };
  const ids = [...state.doubtful, ...idOf(heard.callback)];
  const after = distinctWorlds(
    fitting.map(({ world }) => world),
    ids,
  );
  return { ...state, ledger: first.before, others: after.slice(1), doubtful: inDoubt(ids, after) };
};

/**
 * The case after the branch that the agent took: where others have the same answer, their wallets
 * are possible, too.
 */
export const branchedAlike = (
  state: Case,
  { prediction, ...heard }: Answered & { readonly prediction: Prediction },
  taken: Branch,
): Case => {
  const alike = prediction.branches.filter(
    (each) => each !== taken && fits(each.answer, heard) && each.ledger !== taken.ledger,
  );
  if (alike.length === 0) return { ...state, ledger: taken.ledger };
  const ids = [...state.doubtful, ...idOf(heard.callback)];
  const worlds = [taken.ledger, ...alike.map(({ ledger }) => ledger), ...state.others];
  const [ledger = taken.ledger, ...others] = distinctWorlds(worlds, ids).slice(0, mostWorlds);
  return { ...state, ledger, others, doubtful: inDoubt(ids, [ledger, ...others]) };
};

/** The case after calls that may have left any of these wallets, the likeliest first. */
export const inWorlds = (state: Case, worlds: readonly Ledger[], callbacks: readonly Callback[]): Case => {
  const ids = [...new Set([...state.doubtful, ...callbacks.flatMap(idOf)])];
  const [ledger = state.ledger, ...others] = distinctWorlds(worlds, ids);
  // Of too many nothing can be kept but the likeliest.
  if (others.length >= mostWorlds) return { ...state, ledger, others: [], doubtful: [] };
  return { ...state, ledger, others, doubtful: inDoubt(ids, [ledger, ...others]) };
};

/** The case where a call is followed in the likeliest wallet alone. */
export const followedIn = (state: Case, ledger: Ledger, callback: Callback): Case => ({
  ...state,
  ledger,
  doubtful: state.others.length === 0 ? [] : [...state.doubtful, ...idOf(callback)],
});

const worldsOf = ({ ledger, others }: Case): Ledger[] => [ledger, ...others];

const idOf = (callback: Callback): string[] => (callback.type === 'getBalance' ? [] : [callback.transactionId]);

/** Those of the transactions that do not stand alike in all wallets: what is told apart stays small. */
const inDoubt = (ids: readonly string[], [first, ...others]: readonly Ledger[]): string[] =>
  [...new Set(ids)].filter((id) => {
    const one = first?.transactions.get(id);
    return others.some(({ transactions }) => !isSameTransaction(one, transactions.get(id)));
  });

/** The accounts whose money the possible wallets do not agree on. */
export const unsureAccounts = ({ ledger, others }: Case): Account[] =>
  [...ledger.balances].flatMap(([key, balance]) => {
    const isSure = others.every((other) => other.balances.get(key)?.eq(balance) === true);
    return isSure ? [] : [accountOf(key)];
  });
