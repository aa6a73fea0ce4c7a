import { amountOf } from '../../money/amount.ts';
import { isFinerThanScale } from '../../money/currency-scale.ts';
import type { MakeBet } from '../../spec/callback.ts';
import type { LiveRules } from './memory.ts';
import { transactionIn } from './memory.ts';
import { outcomesIn } from './outcomes-in.ts';
import type { Reading } from './reading.ts';
import type { World } from './world.ts';
import { balanceIn } from './world.ts';

/**
 * The world that accepted bets leave in whatever order they are handled: each is new, and the
 * balance covers them all together. Undefined where the order matters.
 */
export const coveredBets = (
  rules: LiveRules,
  world: World,
  readings: readonly Reading[],
): World | undefined => {
  let [left, after] = [balanceIn(world), world];
  const seen = new Set<string>();
  for (const { callback, word } of readings) {
    if (callback.type !== 'makeBet' || word.kind !== 'balance') return undefined;
    const { transactionId: id } = callback;
    const isKnown = seen.has(id) || transactionIn(rules, world, id) !== undefined;
    if (isKnown || isFine(callback)) return undefined;
    seen.add(id);
    left = left.minus(amountOf(callback.bet));
    after = outcomesIn(rules, after, callback)[0]?.world ?? after;
  }
  return left.lt(0) ? undefined : after;
};

/** Each rounding of a fine amount is a matter of its own. */
const isFine = ({ bet, win, currency }: MakeBet): boolean =>
  [bet, win].some((text) => isFinerThanScale(amountOf(text), currency));
