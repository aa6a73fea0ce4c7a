import { zero } from '../../base/money.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Situation } from '../../spec/situation.ts';
import { accountKey } from '../account.ts';
import { type Answered, fitting, type HeardCall } from '../heard-call.ts';
import { balanceOf, type Ledger, settle, type Transaction, wasApplied } from '../ledger.ts';
import type { Branch, LedgerPolicy, PredictedAnswer } from '../prediction.ts';
import { step } from '../step.ts';
import { transactionOf } from '../step-make-bet.ts';

/** By what it is told what may come of a call in a possible wallet. */
export interface WorldRules {
  readonly policy: LedgerPolicy;
  /** Finds a transaction that all possible wallets agree on, where such are kept apart from them. */
  readonly recall: (id: string) => Transaction | undefined;
  /** Somebody else may move money that nobody here has seen. */
  readonly isShared: boolean;
}

/**
 * What may come of a call in one possible wallet. `forced`: what a right agent does only where
 * somebody else has moved money that nobody here has seen: it covers a bet, or leaves it uncovered.
 */
export interface Outcome {
  readonly standing: Branch['standing'] | 'forced';
  readonly situation: Situation;
  readonly answer: PredictedAnswer;
  /** Said of the agent. */
  readonly sentence: string;
  readonly before: Ledger;
  readonly world: Ledger;
}

/** What a right agent may do, the likeliest first. */
export const outcomesIn = (rules: WorldRules, before: Ledger, callback: Callback): Outcome[] => {
  const id = callback.type === 'getBalance' ? '' : callback.transactionId;
  const recalled = before.transactions.has(id) ? undefined : rules.recall(id);
  const ledger = recalled === undefined ? before : { ...before, transactions: before.transactions.set(id, recalled) };
  const { situation, branches } = step(ledger, callback, rules.policy);
  return branches.map(({ standing, answer, sentence, ledger: after }) => {
    // What was recalled and did not change is still the same to all.
    const isSame = recalled !== undefined && after.transactions.get(id) === recalled;
    const world = isSame ? { ...after, transactions: before.transactions } : after;
    return { standing, situation, answer, sentence, before, world };
  });
};

/** What a right agent does in these wallets to answer so, the likeliest wallet first; none where no right agent does. */
export const fittingIn = (rules: WorldRules, worlds: readonly Ledger[], heard: Answered): readonly Outcome[] =>
  worlds.flatMap((world) => fitting(outcomesIn(rules, world, heard.callback), heard));

/** The transaction as that possible wallet has it. */
export const transactionIn = (
  { recall }: Pick<WorldRules, 'recall'>,
  world: Ledger,
  id: string,
): Transaction | undefined => world.transactions.get(id) ?? recall(id);

/** Whether the transaction was applied after its rollback in all of these wallets. */
export const isLateIn = (rules: Pick<WorldRules, 'recall'>, worlds: readonly Ledger[], id: string): boolean =>
  worlds.length > 0 &&
  worlds.every((world) => {
    const known = transactionIn(rules, world, id);
    return known?.isLate === true && known.state === 'processed';
  });

/** What it may have done besides, where other money was there than is known here. */
export const forcedOutcomesIn = (rules: WorldRules, before: Ledger, callback: Callback): Outcome[] => {
  if (!rules.isShared || callback.type !== 'makeBet') return [];
  const known = transactionIn(rules, before, callback.transactionId);
  if (known !== undefined && (wasApplied(known) || !isOwn(known, callback))) return [];
  const bet: Transaction = { ...transactionOf(callback), isLate: known?.state === 'cancelled' ? true : undefined };
  const applied = settle(before, bet, bet.win.minus(bet.bet));
  const forced = { standing: 'forced', situation: 'refused-bet-again', before } as const;
  return [
    {
      ...forced,
      world: applied,
      answer: { kind: 'balance', balance: balanceOf(applied, callback) ?? zero },
      sentence: 'applied a bet that the balance known here does not cover',
    },
    {
      ...forced,
      // One that is cancelled stays so.
      world: settle(before, { ...bet, state: known?.state ?? 'refused' }, zero),
      answer: { kind: 'refusal', codes: [] },
      sentence: 'refused a bet that the balance known here covers',
    },
  ];
};

const isOwn = ({ account }: Transaction, callback: Callback): boolean => accountKey(account) === accountKey(callback);

/** What a right agent does when it refuses, in that possible wallet. */
export const refusalsIn = (rules: WorldRules, world: Ledger, heard: HeardCall): readonly Outcome[] => {
  const outcomes = outcomesIn(rules, world, heard.callback);
  const taken = fitting(outcomes, heard).filter(({ answer }) => answer.kind === 'refusal');
  const [likeliest] = outcomes;
  if (taken.length > 0 || !heard.mayBeRefused || likeliest === undefined) return taken;
  const answer = { kind: 'refusal', codes: [] } as const;
  const sentence = 'refused a right signature that is written in an unusual way';
  return [{ ...likeliest, standing: 'note', world, answer, sentence }];
};

/** The wallet in which the agent refused the call, whatever the balance. */
export const refusedIn = (rules: WorldRules, world: Ledger, callback: Callback): Ledger =>
  forcedOutcomesIn(rules, world, callback).find(({ answer }) => answer.kind === 'refusal')?.world ?? world;

/**
 * The wallets after a call whose answer nobody heard, the likeliest first: the agent has handled it
 * in the likeliest way, or it never has, or it has handled it in another way.
 */
export const unheardWorlds = (rules: WorldRules, worlds: readonly Ledger[], callback: Callback): readonly Ledger[] => {
  const handled = worlds.map((world) => waysIn(rules, world, callback));
  const likeliest = handled.flatMap(([first]) => first?.world ?? []);
  const others = handled.flatMap(([, ...rest]) => rest.map(({ world }) => world));
  return [...likeliest, ...worlds, ...others];
};

const waysIn = (rules: WorldRules, world: Ledger, callback: Callback): Outcome[] => [
  ...outcomesIn(rules, world, callback),
  ...forcedOutcomesIn(rules, world, callback),
];

/**
 * The wallets where each of those calls may have been handled by now, in any order, or not yet.
 * Undefined where there are more than `most`.
 */
export const floatedWorlds = (
  rules: WorldRules,
  worlds: readonly Ledger[],
  { floating, most }: { readonly floating: readonly Callback[]; readonly most: number },
): readonly Ledger[] | undefined => {
  let all = worlds;
  let size = 0;
  while (all.length > size) {
    const now = all;
    size = now.length;
    const later = floating.flatMap((callback) =>
      now.flatMap((world) => waysIn(rules, world, callback).map((way) => way.world)),
    );
    all = distinctWorlds([...now, ...later]);
    if (all.length > most) return undefined;
  }
  return all;
};

/** Each wallet once, where it stands first. `ids`: the only transactions in which they differ. */
export const distinctWorlds = (worlds: readonly Ledger[], ids?: readonly string[]): readonly Ledger[] => {
  if (worlds.length < 2) return worlds;
  const parts = { ids: ids ?? idsIn(worlds), accounts: accountsIn(worlds) };
  const first = new Map<string, Ledger>();
  for (const world of worlds) {
    const key = keyOfWorld(world, parts);
    if (!first.has(key)) first.set(key, world);
  }
  return [...first.values()];
};

/** The transactions that any of the wallets has. */
export const idsIn = (worlds: readonly Ledger[]): readonly string[] => [
  ...new Set(worlds.flatMap(({ transactions }) => [...transactions.keys()])),
];

/** The keys of the accounts that any of the wallets has. */
export const accountsIn = (worlds: readonly Ledger[]): readonly string[] => [
  ...new Set(worlds.flatMap(({ balances }) => [...balances.keys()])),
];

/** In what wallets may differ: transactions, and keys of accounts. */
export interface WorldParts {
  readonly ids: readonly string[];
  readonly accounts: readonly string[];
}

/** The same for two wallets in which these parts and the books stand alike. */
export const keyOfWorld = ({ balances, transactions, book }: Ledger, { ids, accounts }: WorldParts): string =>
  [
    ...accounts.map((key) => balances.get(key)?.toString()),
    ...(book === undefined ? [] : Object.values(book).map(String)),
    ...ids.map((id) => keyOfTransaction(transactions.get(id))),
  ].join('\n');

const keyOfTransaction = (known: Transaction | undefined): string => {
  if (known === undefined) return '';
  const kept = keys.get(known);
  if (kept !== undefined) return kept;
  const key = `${known.state} ${known.bet} ${known.win} ${known.isLate === true}`;
  keys.set(known, key);
  return key;
};

/** A search asks for the same transactions again and again. */
const keys = new WeakMap<Transaction, string>();

/** Whether the transaction stands alike in both. */
export const isSameTransaction = (one: Transaction | undefined, other: Transaction | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    accountKey(one.account) === accountKey(other.account) &&
    keyOfTransaction(one) === keyOfTransaction(other));
