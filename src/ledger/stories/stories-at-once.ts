import { type Amount, amountOf, zero } from '../../base/money.ts';
import type { Callback } from '../../spec/callback.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { HeardCall } from '../heard-call.ts';
import type { Amounts, Transaction } from '../ledger.ts';
import { type Burst, decodeBalance } from '../worlds/burst.ts';
import { netOf, type Story } from './transaction-stories.ts';

/** Calls that were under way at the same time, and by how much the balance is off. */
export interface CallsAtOnce {
  readonly calls: readonly HeardCall[];
  /** Finds a transaction as it was before them. */
  readonly known: (id: string) => Transaction | undefined;
  readonly change: Amount;
}

export interface StoryAtOnce extends Story {
  /** The calls that it is about. */
  readonly calls: readonly HeardCall[];
}

/** A transaction that was sent more than once, applied more than once. */
export const appliedSeveralTimes = (about: CallsAtOnce): StoryAtOnce | undefined => {
  const { calls, known, change } = about;
  for (const { callback } of calls) {
    if (callback.type === 'getBalance') continue;
    const copies = calls.filter((each) => isCopy(each.callback, callback));
    const further = timesIn(effectOf(callback, known), change);
    if (further === undefined || further >= copies.length) continue;
    const code = repeatedCode(callback.type);
    return { code, change, cause: repeated(callback, further + 1), calls: copies };
  }
  return undefined;
};

const isCopy = (one: Callback, other: Exclude<Callback, { type: 'getBalance' }>): boolean =>
  one.type === other.type && one.transactionId === other.transactionId;

/** How often the effect is contained in the difference: a whole number above 0. */
const timesIn = (effect: Amount, change: Amount): number | undefined => {
  if (effect.eq(0)) return undefined;
  const times = change.div(effect);
  return times.gt(0) && times.eq(times.round(0)) ? times.toNumber() : undefined;
};

/** What one application moves. */
const effectOf = (callback: Callback, known: CallsAtOnce['known']): Amount => {
  if (callback.type === 'getBalance') return zero;
  if (callback.type === 'makeBet') {
    return amountOf(callback.win).minus(amountOf(callback.bet));
  }
  const before = known(callback.transactionId);
  return before === undefined ? zero : netOf(before).times(-1);
};

const repeatedCode = (type: 'makeBet' | 'rollback'): FindingCode =>
  type === 'makeBet' ? 'double-application' : 'rollback-applied-again';

interface Repeated {
  readonly type: 'makeBet' | 'rollback';
  readonly transactionId: string;
}

const repeated = ({ type, transactionId }: Repeated, times: number): string =>
  `${transactionId} was ${type === 'makeBet' ? 'applied' : 'rolled back'} ${times} times`;

/** Of several bets at once, one overwrote what another had written. */
export const overwritten = ({ calls, change }: CallsAtOnce): StoryAtOnce | undefined => {
  const bets = acceptedBets(calls);
  const lost = bets.filter(({ effect }) => !effect.eq(0) && effect.times(-1).eq(change));
  if (bets.length < 2 || lost.length === 0) return undefined;
  const cause = lost.length === 1 ? lacks(lost.map(({ id }) => id)) : overwroteOneAnother;
  return { code: 'lost-update', change, cause, calls };
};

interface AcceptedBet {
  readonly id: string;
  /** What it moves. */
  readonly effect: Amount;
  readonly answered: Amount;
}

/** Each transaction of a makeBet that was answered with a balance, once. */
const acceptedBets = (calls: CallsAtOnce['calls']): readonly AcceptedBet[] => {
  const bets = new Map<string, AcceptedBet>();
  for (const { callback, said } of calls) {
    if (callback.type !== 'makeBet' || said.kind !== 'balance') continue;
    const { transactionId: id, bet, win } = callback;
    bets.set(id, { id, effect: amountOf(win).minus(amountOf(bet)), answered: said.actual });
  }
  return [...bets.values()];
};

/**
 * Of many new bets at once several were overwritten, as their answers tell: one balance was answered
 * to three of them. Each takes something, so that a balance comes once, and once more after somebody
 * else has paid in; a third time only where a bet began from what another had begun from.
 */
export const overwrittenOften = ({ calls, change }: Omit<CallsAtOnce, 'known'>): StoryAtOnce | undefined => {
  const bets = acceptedBets(calls);
  const effects = bets.map(({ effect }) => effect);
  const isThrice = bets.some(({ answered }) => bets.filter((other) => other.answered.eq(answered)).length >= 3);
  if (!isThrice || effects.some((effect) => effect.gte(0))) return undefined;
  if (!isSumOfSome(effects, change)) return undefined;
  return { code: 'lost-update', change, cause: overwroteOneAnother, calls };
};

/** More sums than this, and one of them is the difference by chance. */
const mostSums = 200;

/** Whether the balance lacks some of the bets, but not all, to the cent. */
const isSumOfSome = (effects: readonly Amount[], change: Amount): boolean => {
  const sums = new Map([['0', zero]]);
  for (const effect of effects) {
    for (const sum of [...sums.values()].map((each) => each.minus(effect))) {
      sums.set(sum.toFixed(), sum);
    }
    if (sums.size > mostSums) return false;
  }
  const all = effects.reduce((sum, effect) => sum.minus(effect), zero);
  return sums.has(change.toFixed()) && change.gt(0) && change.lt(all);
};

/** Where several may be the one that is lost, none is named. */
const overwroteOneAnother =
  'One call overwrote what another had written: the balance was read, computed and written back';

const lacks = (ids: readonly string[]): string =>
  `The balance lacks ${ids.join(', ')}: one call overwrote what another had written`;

/** A call that was refused moved its money all the same. */
export const movedOnRefusal = (label: string, { bet, win }: Amounts, change: Amount): Story | undefined => {
  const moves = [win.minus(bet), bet.times(-1)].filter((each) => !each.eq(0));
  if (!moves.some((each) => each.eq(change))) return undefined;
  const cause = `${label}, which was refused, moved money anyway`;
  return { code: 'money-moved-on-refusal', change, cause };
};

/** The likeliest reason for a wrong balance, with its code. */
export type LikelyCause = Pick<Story, 'code' | 'cause'>;

interface WrongSum extends Omit<CallsAtOnce, 'change'> {
  readonly expected: Amount;
  readonly actual: Amount;
}

/** The likeliest reason for a wrong balance after calls at once; there always is one. */
export const explainAtOnce = ({ expected, actual, ...about }: WrongSum): LikelyCause => {
  const change = actual.minus(expected);
  const told = appliedSeveralTimes({ ...about, change }) ?? otherwise({ ...about, change });
  return { code: actual.lt(0) ? 'overspent' : told.code, cause: told.cause };
};

const otherwise = (about: CallsAtOnce): LikelyCause =>
  about.change.gt(0)
    ? { code: 'lost-update', cause: overwritten(about)?.cause ?? overwroteOneAnother }
    : { code: 'no-serial-order', cause: 'The calls were not handled one after another' };

/** Why the quiet balance after a burst is wrong: which transactions it contains too often or not at all. */
export const explainBurst = (burst: Burst, actual: Amount): LikelyCause => {
  const digits = decodeBalance(burst, actual);
  if (digits === undefined) return movedBeside(burst, actual) ?? unexplained(actual);
  const applied = [...burst.places].map(([id, place]) => ({ id, times: digits.get(place) ?? 0 }));
  const double = applied.find(({ times }) => times > 1);
  if (double !== undefined) {
    const type = typeOf(burst, double.id);
    const cause = repeated({ type, transactionId: double.id }, double.times);
    return { code: repeatedCode(type), cause };
  }
  const lost = applied.filter(({ times }) => times === 0).map(({ id }) => id);
  if (lost.length < applied.length) return { code: 'lost-update', cause: lacks(lost) };
  const isRollback = lost.every((id) => typeOf(burst, id) === 'rollback');
  return {
    code: isRollback ? 'rollback-not-applied' : 'not-applied',
    cause: 'None of the calls moved money, or getBalance shows what was there before them',
  };
};

const typeOf = ({ heard }: Burst, id: string): 'makeBet' | 'rollback' =>
  heard.some(({ callback }) => callback.type === 'rollback' && callback.transactionId === id) ? 'rollback' : 'makeBet';

/** A bet that stands beside the others and must move nothing has moved its money. */
const movedBeside = (burst: Burst, actual: Amount): LikelyCause | undefined => {
  for (const { callback, label, said } of burst.heard) {
    if (callback.type !== 'makeBet' || burst.places.has(callback.transactionId)) continue;
    const effect = amountOf(callback.win).minus(amountOf(callback.bet));
    if (effect.eq(0) || decodeBalance(burst, actual.minus(effect)) === undefined) continue;
    return said.kind === 'refusal'
      ? {
          code: 'money-moved-on-refusal',
          cause: `${label}, which was refused, moved money anyway`,
        }
      : { code: 'double-application', cause: repeated(callback, 2) };
  }
  return undefined;
};

const unexplained = (actual: Amount): LikelyCause => ({
  code: actual.lt(0) ? 'overspent' : 'not-conserved',
  cause:
    'The money is neither what was accepted nor any part of it: wrong arithmetic, or something else moved the balance',
});

/** Balances that are right in one kind of answer and old in the other (section 6). */
export const readTooEarly = 'The balance of the answer was read before the money moved';
export const readFromCache = 'getBalance is answered from a cache, or from a replica that lags behind';
