import { type Amount, amountOf } from '../../base/money.ts';
import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import { type Amounts, emptyLedger, type Ledger, type Transaction, wasApplied } from '../../ledger/ledger.ts';
import { floatedWorlds, isSameTransaction, transactionIn, type WorldRules } from '../../ledger/worlds/worlds.ts';
import { type Callback, transactionIdOf } from '../../spec/callback.ts';
import type { Requirement } from '../../spec/requirement.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Level } from '../../spec/verdict.ts';
import type { Heard, HeardRefusal } from '../call.ts';
import type { Case } from '../case.ts';
import { RecentMap } from '../recent-map.ts';
import type { AccountState, RefusedValid } from './account.ts';

/** Whether nobody can tell what the call's transaction is to the agent. */
export const isUnknowable = (rules: LiveRules, state: AccountState, callback: Callback): boolean => {
  if (callback.type === 'getBalance') return false;
  const record = rules.records.get(callback.transactionId);
  if (record === undefined) return false;
  if (record.standing === 'unknowable') return true;
  if (record.account === accountKey(state.account)) return record.generation < state.generation;
  const owner = rules.stateOf(record.account);
  const isInDoubt = owner?.worlds.some((each) => each.transactions.has(callback.transactionId));
  return owner === undefined || isInDoubt === true || record.generation < owner.generation;
};

/** Whether the agent cannot have had the call's transaction before its first sending. */
export const isFreshId = (
  { records }: Pick<LiveRules, 'records'>,
  { callback, isFresh = false }: Pick<Heard, 'callback' | 'isFresh'>,
): boolean => callback.type !== 'getBalance' && (records.get(callback.transactionId)?.isFresh ?? isFresh);

/** From now on nobody can tell what these transactions moved. */
export const makeUnknowable = (rules: LiveRules, state: AccountState, ids: ReadonlySet<string>): void => {
  for (const id of ids) {
    rules.records.set(id, { ...recordOf(rules, state, id), standing: 'unknowable' });
  }
};

/** Takes note of what a breach in the answer to the call has left, too much or too little. */
export const noteGap = ({ rules, state, heard: { callback, isFresh = false } }: At, gap: Amount): void => {
  if (callback.type === 'getBalance') return;
  const id = callback.transactionId;
  const known = rules.records.get(id);
  rules.records.set(id, { ...recordOf(rules, state, id), isFresh: known?.isFresh ?? isFresh, gap });
};

/** Takes note of a call that names a transaction, and of its answer. */
export const remember = ({ rules, state, heard }: At): void => {
  const { callback, said: answered, exchangeId, isFresh = false } = heard;
  if (callback.type === 'getBalance') return;
  const id = callback.transactionId;
  const known = rules.records.get(id);
  const record = recordOf(rules, state, id);
  const said = callback.type === 'makeBet' && answered.kind === 'balance' ? answered.actual : undefined;
  rules.records.set(id, {
    ...record,
    isFresh: known?.isFresh ?? isFresh,
    ...(record.said === undefined && said !== undefined ? { said } : {}),
    otherAmounts: otherAmounts(record, callback),
    exchanges: [...record.exchanges, exchangeId].slice(-mostExchanges),
  });
};

const mostExchanges = 4;

const mostOtherAmounts = 4;

const recordOf = (rules: LiveRules, state: AccountState, id: string): TransactionRecord =>
  rules.records.get(id) ?? {
    account: accountKey(state.account),
    generation: state.generation,
    standing: 'known',
    isFresh: false,
    otherAmounts: [],
    exchanges: [],
  };

const otherAmounts = (record: TransactionRecord, callback: Callback): readonly Amounts[] => {
  const { transaction, otherAmounts: known } = record;
  if (callback.type !== 'makeBet' || transaction === undefined) return known;
  const amounts = { bet: amountOf(callback.bet), win: amountOf(callback.win) };
  const isSame = amounts.bet.eq(transaction.bet) && amounts.win.eq(transaction.win);
  return isSame ? known : [...known, amounts].slice(-mostOtherAmounts);
};

/** Transactions that all worlds agree on need not be kept apart any more. */
export const settleTransactions = (rules: LiveRules, state: AccountState): AccountState => {
  const [first] = state.worlds;
  if (first === undefined || first.transactions.size === 0) return state;
  const agreed = [...first.transactions.values()].filter((each) =>
    state.worlds.every((world) => isSameTransaction(world.transactions.get(each.id), each)),
  );
  for (const transaction of agreed) {
    const record = recordOf(rules, state, transaction.id);
    const account = accountKey(transaction.account);
    rules.records.set(transaction.id, { ...record, account, transaction });
  }
  const ids = new Set(agreed.map(({ id }) => id));
  return { ...state, worlds: state.worlds.map((world) => without(world, ids)) };
};

const without = (world: Ledger, ids: ReadonlySet<string>): Ledger =>
  ids.size === 0 ? world : { ...world, transactions: world.transactions.filter((_, id) => !ids.has(id)) };

/** The account after an episode, and what became clear by it. */
export interface Judged {
  readonly state: AccountState;
  readonly judgements: readonly ExchangeJudgement[];
}

/** Nobody can follow the account any more: its next balance is taken as it is. */
export const giveUp = (rules: LiveRules, state: AccountState, callbacks: readonly Callback[] = []): AccountState => {
  const doubtful = state.worlds.flatMap(({ transactions }) => [...transactions.keys()]);
  const named = [...callbacks, ...state.floating].flatMap((each) => transactionIdOf(each) ?? []);
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
  { callback, exchangeId, label }: HeardRefusal,
  valid?: RefusedValid,
): AccountState => {
  const amounts = callback.type === 'makeBet' ? callback : { bet: '0', win: '0' };
  const [bet, win] = [amountOf(amounts.bet), amountOf(amounts.win)];
  return { ...state, doubt: { kind: 'refused', exchangeId, label, bet, win, valid } };
};

/** What all judgements of one judge have in common. */
export interface LiveRules extends WorldRules {
  readonly records: RecentMap<TransactionRecord>;
  /** A case without requirements and without a ledger: findings are charged in it. */
  readonly scratch: Case;
  readonly levelOf: (requirement: string) => Level | undefined;
  readonly requirementOf: (id: string) => Requirement | undefined;
  readonly stateOf: (accountKey: string) => AccountState | undefined;
  /** Accounts that were used lately, the latest last. */
  readonly lately: () => readonly AccountState[];
  readonly moves: MoveLog;
  /** What was seen of the agent once and could be chance, in any account: the second time is proof. */
  readonly seenOnce: SeenOnce;
  /** Pairs of accounts of which one was seen to stand as it did while the other moved. */
  readonly apart: RecentMap<true>;
  /**
   * Situations in which this agent was right before: a difference there may be chance. And whether
   * it has taken a signature (`provenSignature`), or refused one that was right.
   */
  readonly proven: Set<string>;
}

/** An answer that is judged, and what is known of its account. */
export interface At<H extends Heard = Heard> {
  readonly rules: LiveRules;
  readonly state: AccountState;
  readonly heard: H;
}

/** What is remembered of a transaction_id. */
export interface TransactionRecord {
  /** Key of the account that had it first. */
  readonly account: string;
  /** Generation of the account's data: an older one may be gone. */
  readonly generation: number;
  /** As the ledger has it; absent where it was never handled, and where the worlds do not agree. */
  readonly transaction?: Transaction;
  /** `unknowable`: nobody can tell what it moved, or whether. */
  readonly standing: 'known' | 'unknowable';
  /** The agent cannot have had it before its first sending. */
  readonly isFresh: boolean;
  /** Other amounts that came under the same id. */
  readonly otherAmounts: readonly Amounts[];
  /** How much too much a breach in the answer to it has left in the account. */
  readonly gap?: Amount;
  /** The balance that its makeBet was answered with first. */
  readonly said?: Amount;
  /** Exchanges that name it, oldest first; the last few. */
  readonly exchanges: readonly string[];
}

/** What an agent may get right or wrong always: a kind of makeBet. */
export const provenKey = (situation: Situation, roundFinished: boolean): string =>
  `${situation} ${roundFinished ? 'finished' : 'open'}`;

/**
 * The agent has answered a signed callback of that agent_id with a balance: it has the token, and writes the JSON as
 * we do. Until then a refused signature may as well be a dialect that was not configured, or an agent_id that it has
 * no token for.
 */
export const provenSignature = ({ agentId }: Pick<Callback, 'agentId'>): string => `signature ${agentId}`;

/** What was seen once, lately. */
export class SeenOnce {
  readonly #seen = new RecentMap<true>(10_000);

  /** Whether it was seen before; it is from now on. */
  isAgain(what: string): boolean {
    const isAgain = this.#seen.get(what) === true;
    this.#seen.set(what, true);
    return isAgain;
  }

  clear(): void {
    this.#seen.clear();
  }
}

/** What calls have moved lately, in all accounts. */
export class MoveLog {
  readonly #moves: { readonly key: string; readonly change: Amount }[] = [];
  #count = 0;

  note(account: Account, change: Amount): void {
    if (change.eq(0)) return;
    this.#count += 1;
    this.#moves.push({ key: accountKey(account), change });
    if (this.#moves.length > mostMoves) this.#moves.shift();
  }

  /** A moment: what is noted from now on comes after it. */
  now(): number {
    return this.#count;
  }

  /** What each account moved after that moment, by its key; undefined where that is not known any more. */
  since(moment: number): ReadonlyMap<string, Amount> | undefined {
    const since = this.#count - moment;
    if (since > this.#moves.length) return undefined;
    const sums = new Map<string, Amount>();
    for (const { key, change } of this.#moves.slice(this.#moves.length - since)) {
      sums.set(key, change.plus(sums.get(key) ?? 0));
    }
    return sums;
  }
}

const mostMoves = 64;
