import type { Callback } from '../../spec/callback.ts';
import { accountKey } from '../account.ts';
import type { Ledger, Transaction } from '../ledger.ts';
import { forcedOutcomesIn, type Outcome, outcomesIn, type WorldRules } from './outcomes.ts';

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
  const key = `${known.state} ${known.bet} ${known.win}`;
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
