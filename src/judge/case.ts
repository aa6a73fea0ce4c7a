import type { Amount } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import { type Account, accountOf } from '../ledger/account.ts';
import { append, type Chain, oldestFirst } from '../ledger/chain.ts';
import { emptyLedger, type Ledger, type Transaction } from '../ledger/ledger.ts';
import {
  distinctWorlds,
  floatedWorlds,
  isLateIn,
  isSameTransaction,
  type Outcome,
  unheardWorlds,
  type WorldRules,
} from '../ledger/worlds/worlds.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';
import type { CauseCode } from '../spec/cause.ts';
import type { Answer } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Situation } from '../spec/situation.ts';

/** What the judges know of the scenario they judge. */
export interface CaseRules {
  readonly file: string;
  /** The requirements that the scenario shows. */
  readonly requirements: readonly Requirement[];
  readonly quirks: Pick<Quirks, 'unknownRollback' | 'spentWinRollback' | 'agentErrorStatus'>;
  /** How the agent refuses a session that is not the player's; absent where it knows no session of ours. */
  readonly sessionCodes?: readonly string[];
  /** Nobody reads what is said of each answer: only findings are. */
  readonly isSilent?: true;
}

/** A call that was judged, and what it left behind. */
export interface Trace {
  readonly exchangeId: string;
  readonly transactionId?: string;
  /** Key of the account and the balance expected in it afterwards. */
  readonly account?: string;
  readonly balance?: Amount;
  /** What the call was to the wallet. */
  readonly situation?: Situation;
}

/**
 * What a judge says of one answer where nothing speaks against it. `doubted`: something does; the
 * finding says what, where it stands in the end.
 */
export type CallWord =
  | {
      readonly kind: 'right' | 'unjudged';
      readonly sentence: string;
      /** Balances in the account of the call, at the currency's scale. */
      readonly before?: string;
      readonly actual?: string;
    }
  | { readonly kind: 'doubted' };

/** A cause as one call met it. Equal code and message: one and the same cause. */
export interface MetCause {
  readonly code: CauseCode;
  /** What happened, in the words of the agent where it has some; no ids, no amounts of this call. */
  readonly message: string;
  /** What makes two of them one, where the message alone does not: it may hold ids of this call. */
  readonly alike?: string;
  /** In place of the record's, where more is known. */
  readonly remedy?: string;
  readonly exchanges: readonly string[];
  /** Of a limit of the agent's own: a bet that it refused for its size, and a smaller one that it took. */
  readonly limit?: StakeLimit;
}

export interface StakeLimit {
  readonly refused: Amount;
  readonly taken: Amount;
  readonly currency: string;
  /** How it refuses: `HTTP 400 limit_exceeded ("the limit is 100")`. */
  readonly said: string;
  /** The error code alone. */
  readonly code: string | undefined;
}

/** What a valid call is to the wallet, where it is asked which calls an agent refuses. */
export type CallKind =
  | Situation
  | 'whole-balance'
  | 'end-of-pack'
  | 'end-of-empty-pack'
  | 'win-of-pack'
  | 'balance-after-pack';

/**
 * `open`: nobody can tell by one scenario what the agent minds. `own`: of a call that the scenario
 * needs and is not about. `named`: it breaks a requirement by itself, unless a refusal of other
 * calls explains it.
 */
export type RefusalRole = 'open' | 'own' | 'named';

/** A valid call that was refused, though no right agent must: one of many that are refused alike, perhaps. */
export interface Refusal {
  /** Status, code and message without ids and amounts: equal ones are one and the same refusal. */
  readonly alike: string;
  /** `HTTP 400 round_closed ("the round is finished")`. */
  readonly said: string;
  /** The error code alone. */
  readonly code: string | undefined;
  readonly kind: CallKind;
  readonly role: RefusalRole;
  /** Requirements of the scenario that such a call shows. */
  readonly owners: readonly string[];
  readonly exchange: string;
  /** A bet, and a getBalance right after it shows a balance that covers it. */
  readonly isCovered?: true;
}

/** Why a scenario is not judged further. */
export type Ending =
  | { readonly kind: 'breach'; readonly finding: Finding; readonly refusal?: Refusal }
  | { readonly kind: 'cause'; readonly cause: MetCause; readonly refusal?: Refusal }
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** The judgement of a scenario so far: a value, folded over its calls. */
export interface Case {
  readonly rules: CaseRules;
  readonly ledger: Ledger;
  /** Other wallets that the answers so far allow: a call whose answer was lost may not have arrived. */
  readonly others: readonly Ledger[];
  /** The only transactions in which the ledger and the others may differ. */
  readonly doubtful: readonly string[];
  /** Calls whose connection we broke while the agent was at them: it may be at them still. */
  readonly underWay: readonly Callback[];
  /** Newest first; `findingsIn` gives them in order. */
  readonly found: Chain<Finding>;
  /** Situations that calls were in and that were judged. */
  readonly shown: ReadonlySet<Situation>;
  /** That of the call which was judged last. */
  readonly situation?: Situation;
  /** Kinds of valid calls that were answered as they must be. */
  readonly taken: ReadonlySet<CallKind>;
  /** The calls so far: where evidence is looked up. */
  readonly trail: Chain<Trace>;
  /** What is said of each answer. */
  readonly words: Chain<{ readonly exchangeId: string; readonly word: CallWord }>;
  /** The situation of the last refused call, until it is probed. */
  readonly refused?: Situation;
  /** An amount finer than its currency was sent: balances may have its digits since then. */
  readonly sentFine?: true;
  /** The last answer to a getBalance without free-spin progress. */
  readonly plain?: Answer;
  /** accumulated_win of the last free-spin progress. */
  readonly accumulatedWin?: Amount;
  /** That progress was the last of its pack. */
  readonly isPackOver?: boolean;
  readonly ending?: Ending;
}

/** The judgement of a scenario before its first call. */
export const openCase = (rules: CaseRules): Case => ({
  rules,
  ledger: emptyLedger,
  others: [],
  doubtful: [],
  underWay: [],
  found: undefined,
  shown: new Set(),
  taken: new Set(),
  trail: undefined,
  words: undefined,
});

/** The findings so far, oldest first. */
export const findingsIn = ({ found }: Pick<Case, 'found'>): readonly Finding[] => oldestFirst(found);

/** Adds findings; the first breach that makes the rest meaningless is given as `ending`. */
export const withFindings = (state: Case, findings: readonly Finding[]): Case => ({
  ...state,
  found: append(state.found, ...findings),
});

/** Ends the judgement with a breach: what comes after it cannot be told apart from it. */
export const endedBy = (state: Case, found: readonly Finding[]): Case => {
  const [finding] = found;
  const next = withFindings(state, found);
  return finding === undefined ? next : { ...next, ending: { kind: 'breach', finding } };
};

/** The case that a refusal has ended by a breach. */
export const withRefusal = (state: Case, refusal: Refusal): Case =>
  state.ending?.kind === 'breach' ? { ...state, ending: { ...state.ending, refusal } } : state;

/** Calls of that kind are taken. */
export const withTaken = (state: Case, kind: CallKind): Case =>
  state.taken.has(kind) ? state : { ...state, taken: new Set(state.taken).add(kind) };

/** The situation was judged. */
export const withShown = (state: Case, situation: Situation): Case =>
  state.shown.has(situation)
    ? { ...state, situation }
    : { ...state, situation, shown: new Set(state.shown).add(situation) };

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
export const forkLedger = (state: Case, callback: Callback): Case =>
  followed(state, unheardWorlds(worldRules(state), worldsOf(state), callback), callback);

/** The same where the agent may be at the call still. */
export const leftUnderWay = (state: Case, callback: Callback): Case => {
  const forked = forkLedger(state, callback);
  return callback.type === 'getBalance' ? forked : { ...forked, underWay: [...state.underWay, callback] };
};

/** The case before a call: what is under way still may have been handled by now, or not. */
export const withUnderWay = (state: Case): Case => {
  const { underWay } = state;
  if (underWay.length === 0) return state;
  const ids = idsWith(state, underWay);
  const worlds = floatedWorlds(worldRules(state), worldsOf(state), { floating: underWay, most: mostWorlds });
  return worlds === undefined ? tooMany(state) : standingIn(state, worlds, ids);
};

/** More possible wallets than this, and nothing is judged further. */
const mostWorlds = 200;

const tooMany = (state: Case): Case => {
  const reason = `Calls without an answer leave more than ${mostWorlds} possible wallets: too many to follow.`;
  return { ...state, ending: { kind: 'inconclusive', reason } };
};

/** The case after an answer to the call, whichever of its sendings the agent was at. */
export const asHeard = (state: Case, callback: Callback): Case => ({
  ...state,
  underWay: state.underWay.filter(
    (each) => each.type !== callback.type || transactionIdOf(each) !== transactionIdOf(callback),
  ),
});

/** The case in the wallet that the answer speaks for, before its call; where it fits none the likeliest counts alone. */
export const asAnswered = (state: Case, [first]: readonly Outcome[]): Case => {
  if (state.others.length === 0) return state;
  return first === undefined ? { ...state, others: [], doubtful: [] } : { ...state, ledger: first.before };
};

/** The case after a call that may have left any of these wallets, the likeliest first. */
export const followed = (state: Case, worlds: readonly Ledger[], callback: Callback): Case => {
  const ids = idsWith(state, [callback]);
  const possible = distinctWorlds(worlds, ids);
  return possible.length > mostWorlds ? tooMany(state) : standingIn(state, possible, ids);
};

/** The same after calls at once: of too many wallets nothing is kept but the likeliest. */
export const inWorlds = (state: Case, worlds: readonly Ledger[], callbacks: readonly Callback[]): Case => {
  const ids = idsWith(state, callbacks);
  const possible = distinctWorlds(worlds, ids);
  return standingIn(state, possible.length > mostAfterGroup ? possible.slice(0, 1) : possible, ids);
};

const mostAfterGroup = 16;

/** The case where a call is followed in the likeliest wallet alone. */
export const followedIn = (state: Case, ledger: Ledger, callback: Callback): Case => ({
  ...state,
  ledger,
  doubtful: state.others.length === 0 ? [] : idsWith(state, [callback]),
});

/** The wallets that the answers so far allow, the likeliest first. */
export const worldsOf = ({ ledger, others }: Case): Ledger[] => [ledger, ...others];

/** Whether something holds of a transaction in every possible wallet of a case. */
type IsSure = (state: Case, id: string) => boolean;

/** The transactions of which the calls have made sure that it holds. */
const madeSure =
  (isSure: IsSure) =>
  (before: Case, after: Case, callbacks: readonly Callback[]): readonly Transaction[] => {
    const ids = idsWith(before, callbacks).filter((id) => isSure(after, id) && !isSure(before, id));
    return ids.flatMap((id) => after.ledger.transactions.get(id) ?? []);
  };

/** Those that were applied after their rollback. */
export const appliedLate = madeSure((state, id) => isLateIn(worldRules(state), worldsOf(state), id));

/** Those that were rolled back, for their owner, when another account asked for it. */
export const rolledBackForAnother = madeSure((state, id) =>
  worldsOf(state).every(({ transactions }) => transactions.get(id)?.isForAnother === true),
);

/** The transactions in doubt, and those that the callbacks name. */
const idsWith = ({ doubtful }: Case, callbacks: readonly Callback[]): string[] => [
  ...new Set([...doubtful, ...callbacks.flatMap((each) => transactionIdOf(each) ?? [])]),
];

/** The case in these wallets, the likeliest first; `ids`: the only transactions in which they may differ. */
const standingIn = (state: Case, worlds: readonly Ledger[], ids: readonly string[]): Case => {
  const [ledger = state.ledger, ...others] = worlds;
  return { ...state, ledger, others, doubtful: inDoubt(ids, [ledger, ...others]) };
};

/** Those of the transactions that do not stand alike in all wallets: what is told apart stays small. */
const inDoubt = (ids: readonly string[], [first, ...others]: readonly Ledger[]): string[] =>
  ids.filter((id) => {
    const one = first?.transactions.get(id);
    return others.some(({ transactions }) => !isSameTransaction(one, transactions.get(id)));
  });

/** The accounts whose money the possible wallets do not agree on. */
export const unsureAccounts = ({ ledger, others }: Case): Account[] =>
  [...ledger.balances].flatMap(([key, balance]) => {
    const isSure = others.every((other) => other.balances.get(key)?.eq(balance) === true);
    return isSure ? [] : [accountOf(key)];
  });
