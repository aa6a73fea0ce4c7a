import type { Amount } from '../../money/amount.ts';
import { amountOf, zero } from '../../money/amount.ts';
import type { Callback } from '../../spec/callback.ts';
import type { AccountState, Doubt } from './account-state.ts';
import type { Off, Story } from './difference.ts';
import type { LiveRules } from './memory.ts';
import { transactionIn } from './memory.ts';
import type { Reading } from './reading.ts';
import type { World } from './world.ts';
import { balanceIn } from './world.ts';

/** What the calls before this one may have done, where they left a doubt. */
export const doubtStory = (
  rules: LiveRules,
  { doubt }: AccountState,
  { misses }: Off,
): Story | undefined => {
  const [{ outcome, change }] = misses;
  // Where the worlds do not agree on the money, chance explains too much.
  const agree = misses.every((miss) => balanceIn(miss.outcome.world).eq(balanceIn(outcome.world)));
  if (doubt === undefined || !agree) return undefined;
  return doubt.kind === 'refused'
    ? movedOnRefusal(doubt, change)
    : movedTogether(rules, doubt.readings, { world: outcome.before, change });
};

const movedOnRefusal = (
  { exchangeId, label, bet, win }: Extract<Doubt, { kind: 'refused' }>,
  change: Amount,
): Story | undefined => {
  const moves = [win.minus(bet), bet.times(-1)].filter((each) => !each.eq(0));
  if (!moves.some((each) => each.eq(change))) return undefined;
  return {
    code: 'money-moved-on-refusal',
    change,
    cause: `${label}, which was refused, moved money all the same`,
    situation: 'probe',
    evidence: [exchangeId],
  };
};

interface Moved {
  readonly world: World;
  readonly change: Amount;
}

const movedTogether = (
  rules: LiveRules,
  readings: readonly Reading[],
  moved: Moved,
): Story | undefined =>
  appliedSeveralTimes(rules, readings, moved) ?? overwritten(readings, moved.change);

/** A transaction that was under way more than once, applied more than once. */
export const appliedSeveralTimes = (
  rules: LiveRules,
  readings: readonly Reading[],
  { world, change }: Moved,
): Story | undefined => {
  const accepted = readings.filter(
    ({ word }) => word.kind === 'balance' || word.kind === 'unheard',
  );
  for (const { callback } of accepted) {
    if (callback.type === 'getBalance') continue;
    const copies = accepted.filter((each) => isCopy(each.callback, callback));
    const times = timesMore(effectOf(rules, world, callback), change);
    if (times === undefined || times >= copies.length) continue;
    return {
      code: callback.type === 'makeBet' ? 'double-application' : 'rollback-applied-again',
      change,
      cause: `${callback.transactionId} was ${callback.type === 'makeBet' ? 'applied' : 'rolled back'} ${times + 1} times`,
      situation: 'together',
      evidence: idsOf(copies),
    };
  }
  return undefined;
};

const isCopy = (one: Callback, other: Callback): boolean =>
  one.type === other.type &&
  one.type !== 'getBalance' &&
  other.type !== 'getBalance' &&
  one.transactionId === other.transactionId;

/** How often the effect is contained in the difference: a whole number above 0. */
const timesMore = (effect: Amount, change: Amount): number | undefined => {
  if (effect.eq(0)) return undefined;
  const times = change.div(effect);
  return times.gt(0) && times.eq(times.round(0)) ? times.toNumber() : undefined;
};

/** What one application moves. */
const effectOf = (rules: LiveRules, world: World, callback: Callback): Amount => {
  if (callback.type === 'getBalance') return zero;
  const known = transactionIn(rules, world, callback.transactionId);
  if (callback.type === 'rollback') {
    return known === undefined ? zero : known.bet.minus(known.win);
  }
  return amountOf(callback.win).minus(amountOf(callback.bet));
};

/** Of several bets at once, one overwrote what another had written. */
const overwritten = (readings: readonly Reading[], change: Amount): Story | undefined => {
  const bets = new Map<string, Amount>();
  for (const { callback, word } of readings) {
    if (callback.type !== 'makeBet' || word.kind !== 'balance') continue;
    bets.set(callback.transactionId, amountOf(callback.win).minus(amountOf(callback.bet)));
  }
  const lost = [...bets].find(([, effect]) => !effect.eq(0) && effect.times(-1).eq(change));
  if (bets.size < 2 || lost === undefined) return undefined;
  return {
    code: 'lost-update',
    change,
    cause: `${lost[0]} is missing: one call overwrote what another had written`,
    situation: 'together',
    evidence: idsOf(readings),
  };
};

const idsOf = (readings: readonly Reading[]): string[] =>
  readings.map(({ call }) => call.exchange.id);
