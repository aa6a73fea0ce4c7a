import { renderAtScale } from '../../money/currency-scale.ts';
import type { AccountState } from './account-state.ts';
import { lintLive } from './find-live.ts';
import type { Judged } from './judged.ts';
import { settled } from './judged.ts';
import type { LiveRules } from './live-rules.ts';
import { makeUnknowable } from './memory.ts';
import type { BalanceReading, BalanceWord } from './reading.ts';
import { signed } from './sentences.ts';
import { tell } from './tell.ts';
import type { World } from './world.ts';
import { balanceIn, movedElsewhere, openWorld } from './world.ts';

/** A balance that nothing known can be compared with: the account goes on from it. */
export const takeAsItIs = (
  rules: LiveRules,
  state: AccountState,
  reading: BalanceReading,
): Judged => {
  const { callback, word } = reading;
  const known = state.worlds[0] ?? state.book;
  const worlds = state.worlds.length > 0 ? state.worlds : known === undefined ? [] : [known];
  const now =
    worlds.length === 0 ? [openWorld(word.actual)] : worlds.map((world) => moved(world, word));
  if (callback.type !== 'getBalance') {
    makeUnknowable(rules, state, new Set([callback.transactionId]));
  }
  const isFirst = known === undefined;
  const isOpening = isFirst && callback.type === 'getBalance';
  const judgement = tell(rules, reading, {
    verdict: isOpening ? 'right' : 'unjudged',
    sentence: sentenceOf(state, reading),
    expected: word.actual,
    findings: lintLive(rules, reading, 'balance'),
  });
  return { state: { ...settled(state, now), unexplained: undefined }, judgements: [judgement] };
};

const moved = (world: World, { actual }: BalanceWord): World =>
  movedElsewhere(world, actual.minus(balanceIn(world)));

const sentenceOf = (
  { worlds, book, account }: AccountState,
  { callback, word }: BalanceReading,
): string => {
  const shown = (amount: typeof word.actual): string => renderAtScale(amount, account.currency);
  if (worlds.length > 0 && callback.type !== 'getBalance') {
    return `Nobody here can tell what ${callback.transactionId} is to the agent: the account goes on from ${shown(word.actual)}.`;
  }
  if (book !== undefined) {
    const change = word.actual.minus(balanceIn(book));
    const moved = change.eq(0) ? '' : ` (${signed(change, shown)} since then)`;
    return `The account could not be followed for a while: it goes on from ${shown(word.actual)}${moved}.`;
  }
  return callback.type === 'getBalance'
    ? `The account begins with ${shown(word.actual)}.`
    : `Nothing was known of the account before it: it begins with ${shown(word.actual)}.`;
};
