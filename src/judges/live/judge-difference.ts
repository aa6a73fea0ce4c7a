import type { Amount } from '../../money/amount.ts';
import { renderAtScale, smallestUnit } from '../../money/currency-scale.ts';
import type { Situation } from '../../spec/situation.ts';
import type { AccountState } from './account-state.ts';
import type { Miss, Off, Story } from './difference.ts';
import { doubtStory } from './doubt-story.ts';
import { judgeElsewhere } from './judge-elsewhere.ts';
import type { Judged } from './judged.ts';
import { settled } from './judged.ts';
import type { LiveRules } from './memory.ts';
import { isFreshId, provenKey, transactionIn } from './memory.ts';
import type { Outcome } from './outcomes-in.ts';
import { forcedOutcomesIn, outcomesIn } from './outcomes-in.ts';
import { ownStories } from './own-stories.ts';
import type { OwnStory } from './own-story.ts';
import type { BalanceReading } from './reading.ts';
import { findLive, lintLive, signed, tell } from './tell.ts';
import type { World } from './world.ts';
import { balanceIn, distinctWorlds } from './world.ts';

/** A balance that no right agent answers, unless somebody else has moved money meanwhile. */
export const judgeDifference = (
  rules: LiveRules,
  state: AccountState,
  { reading, worlds }: { readonly reading: BalanceReading; readonly worlds: readonly World[] },
): Judged => {
  const [first, ...others] = worlds.map((world) => missIn(rules, world, reading));
  if (first === undefined) return { state, judgements: [] };
  const off: Off = { reading, misses: [first, ...others] };
  const story =
    overdraft(state, off) ??
    ownStory(rules, state, off) ??
    doubtStory(rules, state, off) ??
    rounding(off);
  if (story === undefined || isKnownMove(state, first.change)) {
    return judgeElsewhere(rules, state, off);
  }
  const chance = isOwnChance(rules, off, story);
  const isFirstTime = chance !== undefined && !state.suspicions.has(chance);
  return isFirstTime
    ? judgeElsewhere(rules, state, { ...off, suspicion: { ...story, key: chance } })
    : judgeStory(rules, state, { ...off, story });
};

const missIn = (rules: LiveRules, world: World, reading: BalanceReading): Miss => {
  const { callback, word } = reading;
  const outcomes = outcomesIn(rules, world, callback);
  const outcome =
    [...outcomes, ...forcedOutcomesIn(rules, world, callback)].find(
      ({ answer }) => answer.kind === 'balance',
    ) ?? unmoved(world, outcomes[0]?.situation ?? 'balance');
  return { outcome, change: word.actual.minus(balanceIn(outcome.world)) };
};

const unmoved = (world: World, situation: Situation): Outcome => ({
  standing: 'forced',
  situation,
  answer: { kind: 'balance', balance: balanceIn(world) },
  sentence: 'answered the balance',
  before: world,
  world,
});

/** Moves of just this size were seen in the account that no call of ours explains. */
const isKnownMove = ({ movesElsewhere }: AccountState, change: Amount): boolean =>
  movesElsewhere.some((each) => each.eq(change.abs()));

/** The bet was applied to the cent, and the balance did not cover it. */
const overdraft = ({ worlds, floating, doubt }: AccountState, off: Off): Story | undefined => {
  const { misses, reading } = off;
  const [{ outcome, change }] = misses;
  const isSure = worlds.length === 1 && floating.length === 0 && doubt === undefined;
  if (!isSure || !change.eq(0) || outcome.standing !== 'forced') return undefined;
  if (reading.callback.type !== 'makeBet') return undefined;
  const { bet, currency, transactionId } = reading.callback;
  const was = renderAtScale(balanceIn(outcome.before), currency);
  return {
    code: 'accepted-overdraft',
    change,
    cause: `${transactionId}, a bet of ${bet}, was applied with a balance of ${was}`,
    situation: 'bet-above-balance',
    evidence: [],
  };
};

/** A mistake with this call's own transaction that explains the difference, in every world. */
const ownStory = (
  rules: LiveRules,
  { doubt, actual }: AccountState,
  { reading, misses }: Off,
): Story | undefined => {
  // What calls at once left is not known where no order gave their answers.
  if (doubt?.kind === 'together' && !doubt.isOrdered) return undefined;
  const told = misses.map((miss) => storyIn(rules, { ...reading, lastSaid: actual }, miss));
  const [first] = told;
  if (first === undefined || told.includes(undefined)) return undefined;
  const { callback } = reading;
  const id = callback.type === 'getBalance' ? undefined : callback.transactionId;
  const evidence = (id === undefined ? undefined : rules.records.get(id))?.exchanges ?? [];
  return { ...first, situation: misses[0].outcome.situation, evidence };
};

const storyIn = (
  rules: LiveRules,
  { callback, isFresh, lastSaid }: BalanceReading & { readonly lastSaid: Amount | undefined },
  { outcome, change }: Miss,
): OwnStory | undefined => {
  if (callback.type === 'getBalance' || outcome.standing === 'forced') return undefined;
  const record = rules.records.get(callback.transactionId);
  return ownStories({
    situation: outcome.situation,
    callback,
    known: transactionIn(rules, outcome.before, callback.transactionId),
    record,
    expected: balanceIn(outcome.world),
    lastSaid,
    isFresh: isFreshId(rules, { callback, isFresh }),
  }).find((each) => each.change.eq(change));
};

/** Off by a unit or two, in the answer to amounts with decimals: more than once, that is no player. */
const rounding = ({ reading: { callback }, misses }: Off): Story | undefined => {
  const [{ outcome, change }] = misses;
  const { currency } = callback;
  const moved = balanceIn(outcome.world).minus(balanceIn(outcome.before));
  const isSmall = change.abs().lte(smallestUnit(currency).times(maxRoundingErrors));
  const agree = misses.every((each) => each.change.eq(change));
  if (change.eq(0) || !isSmall || !agree || moved.eq(moved.round(0))) return undefined;
  return {
    code: 'wrong-arithmetic',
    change,
    cause: 'rounding or floating point',
    situation: outcome.situation,
    evidence: [],
  };
};

const maxRoundingErrors = 2;

interface Told extends Off {
  readonly story: Story;
}

/** The breach, told once: the account goes on from what the agent said. */
const judgeStory = (
  rules: LiveRules,
  state: AccountState,
  { reading, misses, story }: Told,
): Judged => {
  const [{ outcome, change }] = misses;
  const { callback, word, call } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const expected = balanceIn(outcome.world);
  const sum = `${shown(word.actual)} = ${shown(expected)} ${signed(change, shown)}`;
  const isOverdraft = story.code === 'accepted-overdraft';
  const breach = findLive(rules, reading, {
    code: story.code,
    situation: story.situation,
    message: isOverdraft
      ? `${call.label}: answered with the balance ${shown(word.actual)} where a refusal is due.`
      : `${call.label}: the balance is ${shown(word.actual)}, it must be ${shown(expected)}.`,
    expected: isOverdraft ? 'an error answer' : shown(expected),
    actual: shown(word.actual),
    likelyCause: isOverdraft ? story.cause : `${story.cause}: ${sum}`,
    before: story.evidence,
  });
  const worlds = misses.map((miss) => withGap(miss.outcome.world, miss.change));
  const judgement = tell(rules, reading, {
    verdict: 'unjudged',
    sentence: story.cause,
    findings: [...breach, ...lintLive(rules, reading, story.situation)],
    before: balanceIn(outcome.before),
    expected,
  });
  return {
    state: {
      ...settled(state, distinctWorlds(worlds)),
      unexplained: undefined,
      gapCause: {
        exchangeId: call.exchange.id,
        label: call.label,
        actual: word.actual,
        expected,
        isOwnBet: story.code === 'not-applied',
      },
    },
    judgements: [judgement],
  };
};

const withGap = (world: World, change: Amount): World => ({
  ...world,
  gap: world.gap.plus(change),
});

/**
 * Where the difference may as well be chance, the name under which it is remembered: the second
 * time is proof. An agent that was right in the very same situation before is more likely to be
 * right again than that nobody has moved just this amount; and a player whose bet was refused is
 * likely to pay in just what it lacked.
 */
const isOwnChance = (
  { proven }: LiveRules,
  { reading: { callback } }: Off,
  { situation, code, change }: Story,
): string | undefined => {
  const key = `${situation} ${code}`;
  if (code === 'wrong-arithmetic') return code;
  if (situation === 'rollback-of-refused' || situation === 'refused-bet-again') return key;
  if (code === 'money-moved-on-refusal' && change.gt(0)) return key;
  if (callback.type !== 'makeBet' || code === 'accepted-overdraft') return undefined;
  const isNew = situation === 'bet' || situation === 'bet-and-win' || situation === 'win';
  return isNew && proven.has(provenKey(situation, callback.roundFinished)) ? key : undefined;
};
