import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { balanceIn, type Ledger, movedApart, type Transaction } from '../../ledger/ledger.ts';
import { looksRounded, rounded, withSum, wrongBalance } from '../../ledger/stories/diagnose.ts';
import { ownStories } from '../../ledger/stories/own-stories.ts';
import {
  appliedSeveralTimes,
  movedOnRefusal,
  overwritten,
  overwrittenOften,
  type StoryAtOnce,
} from '../../ledger/stories/stories-at-once.ts';
import { type Story, uncovered } from '../../ledger/stories/transaction-stories.ts';
import { forcedOutcomesIn, type Outcome, outcomesIn, transactionIn } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds } from '../../ledger/worlds/possible-worlds.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Situation } from '../../spec/situation.ts';
import { endOf, type Heard, type HeardBalance } from '../call.ts';
import type { AccountState } from './account.ts';
import {
  judgeElsewhere,
  type LiveStory,
  type Miss,
  type Off,
  openJudgement,
  storyOfOthers,
  tellUnmoved,
} from './elsewhere.ts';
import { isFreshId, type Judged, type LiveRules, noteGap, provenKey, settled } from './memory.ts';
import { findLive, lintLive, tell } from './tell.ts';

/** A balance that no right agent answers, unless somebody else has moved money meanwhile. */
export const judgeDifference = (
  rules: LiveRules,
  state: AccountState,
  { reading, worlds }: { readonly reading: HeardBalance; readonly worlds: readonly Ledger[] },
): Judged => {
  const [first, ...others] = worlds.map((world) => missIn(rules, world, reading));
  if (first === undefined) return { state, judgements: [] };
  const off: Off = { reading, misses: [first, ...others] };
  const story = overdraft(state, off) ?? ownStory(rules, state, off) ?? doubtStory(rules, state, off) ?? rounding(off);
  if (isKnownMove(state, first.change)) return judgeElsewhere(rules, state, off);
  if (story === undefined) return judgeOthers(rules, state, off);
  const chance = isOwnChance(rules, state, { ...off, story });
  const isFirstTime = chance !== undefined && !state.suspicions.has(chance);
  return isFirstTime
    ? judgeElsewhere(rules, state, { ...off, suspicion: { ...story, key: chance } })
    : judgeStory(rules, state, { ...off, story });
};

/** Nothing of the account's own explains it: perhaps what another one did, or has. */
const judgeOthers = (rules: LiveRules, state: AccountState, off: Off): Judged => {
  const story = storyOfOthers(rules, state, off);
  if (story === undefined) return judgeElsewhere(rules, state, off);
  // Where a getBalance shows it first, somebody else may well have moved it.
  const isTelling = off.reading.callback.type !== 'getBalance';
  if (!isTelling) return judgeElsewhere(rules, state, { ...off, suspicion: story });
  const isProof = rules.seenOnce.isAgain(story.pair);
  const judge = (of: Off): Judged =>
    isProof ? judgeStory(rules, state, { ...of, story }) : judgeElsewhere(rules, state, { ...of, suspicion: story });
  return story.shows === undefined ? judgeShown(judge, off) : judge(off);
};

/**
 * The balance of another account is perhaps only shown: the own one may stand as it did, and the
 * world that has not moved comes last until the next time.
 */
const judgeShown = (judge: (off: Off) => Judged, off: Off): Judged => {
  const [first, ...others] = off.misses.toReversed();
  if (first === undefined) return judge(off);
  const { state, judgements } = judge({ ...off, misses: [first, ...others] });
  const worlds = distinctWorlds([...state.worlds.slice(0, 1), first.outcome.world]);
  return { state: { ...state, worlds }, judgements };
};

const missIn = (rules: LiveRules, world: Ledger, reading: HeardBalance): Miss => {
  const { callback, said } = reading;
  const outcomes = outcomesIn(rules, world, callback);
  const outcome =
    [...outcomes, ...forcedOutcomesIn(rules, world, callback)].find(({ answer }) => answer.kind === 'balance') ??
    unmoved(world, outcomes[0]?.situation ?? 'balance');
  return { outcome, change: said.actual.minus(balanceIn(outcome.world)) };
};

const unmoved = (world: Ledger, situation: Situation): Outcome => ({
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
const overdraft = ({ worlds, floating, doubt }: AccountState, off: Off): LiveStory | undefined => {
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
    cause: uncovered(transactionId, bet, was),
    situation: 'bet-above-balance',
    evidence: [],
  };
};

/** A mistake with this call's own transaction that explains the difference, in every world. */
const ownStory = (
  rules: LiveRules,
  { doubt, actual }: AccountState,
  { reading, misses }: Off,
): LiveStory | undefined => {
  // What calls at once left is not known where no order gave their answers.
  if (doubt?.kind === 'together' && !doubt.isOrdered) return undefined;
  const told = misses.map((miss) => storyIn(rules, { reading, lastSaid: actual }, miss));
  const [first] = told;
  if (first === undefined || told.includes(undefined)) return undefined;
  const { callback } = reading;
  const id = callback.type === 'getBalance' ? undefined : callback.transactionId;
  const evidence = (id === undefined ? undefined : rules.records.get(id))?.exchanges ?? [];
  return { ...first, situation: misses[0].outcome.situation, evidence };
};

const storyIn = (
  rules: LiveRules,
  { reading, lastSaid }: { readonly reading: Heard; readonly lastSaid: Amount | undefined },
  { outcome, change }: Miss,
): Story | undefined => {
  const { callback } = reading;
  if (callback.type === 'getBalance' || outcome.standing === 'forced') return undefined;
  const record = rules.records.get(callback.transactionId);
  return ownStories({
    situation: outcome.situation,
    callback,
    known: transactionIn(rules, outcome.before, callback.transactionId),
    otherAmounts: record?.otherAmounts ?? [],
    firstSaid: record?.said,
    lastSaid,
    expected: balanceIn(outcome.world),
    isFresh: isFreshId(rules, reading),
  }).find((each) => each.change.eq(change));
};

/** Off by a unit or two, in the answer to amounts with decimals: more than once, that is no player. */
const rounding = ({ reading: { callback }, misses }: Off): LiveStory | undefined => {
  const [{ outcome, change }] = misses;
  const { currency } = callback;
  const moved = balanceIn(outcome.world).minus(balanceIn(outcome.before));
  const agree = misses.every((each) => each.change.eq(change));
  if (!looksRounded(change, currency) || change.eq(0) || !agree) return undefined;
  if (moved.eq(moved.round(0))) return undefined;
  return {
    code: 'wrong-arithmetic',
    change,
    cause: rounded,
    situation: outcome.situation,
    evidence: [],
  };
};

interface ToldStory extends Off {
  readonly story: LiveStory;
}

/** The breach, told once: the account goes on from what the agent said. */
const judgeStory = (rules: LiveRules, state: AccountState, told: ToldStory): Judged => {
  const { reading, misses, story } = told;
  const [{ outcome, change }] = misses;
  const { call, said, label, exchangeId } = reading;
  const expected = balanceIn(outcome.world);
  const before = balanceIn(outcome.before);
  const breach = breachOf(rules, told);
  const worlds = misses.map((miss) => movedApart(miss.outcome.world, 'gap', miss.change));
  // An answer may be read too early: whether the money moved, the next one tells.
  const open = story.code === 'not-applied' ? { label, actual: said.actual, expected, unmoved: breach } : undefined;
  const judgement = open === undefined ? breach : openJudgement(rules, reading, { before, expected });
  noteGap(rules, state, reading, change);
  rules.moves.note(reading.callback, expected.minus(before));
  const after: AccountState = {
    ...settled(state, distinctWorlds(worlds)),
    unexplained: undefined,
    gapCause: { exchangeId, at: endOf(call), open },
  };
  return tellUnmoved(state, { state: after, judgements: [judgement] });
};

const breachOf = (rules: LiveRules, { reading, misses: [{ outcome }], story }: ToldStory): ExchangeJudgement => {
  const { callback, said, label } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const expected = balanceIn(outcome.world);
  const sum = { expected, actual: said.actual, account: callback };
  const isOverdraft = story.code === 'accepted-overdraft';
  const breach = findLive(rules, reading, {
    code: story.code,
    situation: story.situation,
    shows: story.shows,
    message: isOverdraft
      ? `${label}: answered with the balance ${shown(said.actual)} where a refusal is expected.`
      : wrongBalance(label, sum),
    expected: isOverdraft ? 'an error answer' : shown(expected),
    actual: shown(said.actual),
    likelyCause: isOverdraft ? story.cause : withSum(story.cause, sum),
    before: story.evidence,
  });
  return tell(rules, reading, {
    verdict: 'unjudged',
    sentence: story.cause,
    findings: [...breach, ...lintLive(rules, reading, story.situation)],
    before: balanceIn(outcome.before),
    expected,
  });
};

/**
 * Where the difference may as well be chance, the name under which it is remembered: the second
 * time is proof. An agent that was right in the very same situation before is more likely to be
 * right again than that nobody has moved just this amount.
 */
const isOwnChance = (
  { proven }: LiveRules,
  { doubt }: AccountState,
  { reading, story }: ToldStory,
): string | undefined => {
  const { callback, said } = reading;
  const { situation, code, change } = story;
  const key = `${situation} ${code}`;
  if (code === 'wrong-arithmetic') return code;
  if (situation === 'rollback-of-refused' || situation === 'refused-bet-again') return key;
  if (code === 'money-moved-on-refusal' && mayBePlayer(doubt, change, said.actual)) return key;
  if (callback.type !== 'makeBet' || code === 'accepted-overdraft') return undefined;
  const isNew = situation === 'bet' || situation === 'bet-and-win' || situation === 'win';
  return isNew && proven.has(provenKey(situation, callback.roundFinished)) ? key : undefined;
};

/**
 * A player whose bet was refused is likely to pay in just what it lacked, or to stake as much in a game
 * of another platform, where the account covers it.
 */
const mayBePlayer = (doubt: AccountState['doubt'], change: Amount, actual: Amount): boolean => {
  if (change.gt(0)) return true;
  return doubt?.kind === 'refused' && doubt.isForbidden !== true && actual.gte(0);
};

/** What the calls before this one may have done, where they left a doubt. */
export const doubtStory = (
  rules: LiveRules,
  { doubt, movesElsewhere }: AccountState,
  { misses }: Off,
): LiveStory | undefined => {
  const [{ outcome, change }] = misses;
  // Where the worlds do not agree on the money, chance explains too much.
  const agree = misses.every((miss) => balanceIn(miss.outcome.world).eq(balanceIn(outcome.world)));
  if (doubt === undefined || !agree) return undefined;
  if (doubt.kind === 'refused') {
    const story = movedOnRefusal(doubt.label, doubt, change);
    return story && { ...story, situation: 'probe', evidence: [doubt.exchangeId] };
  }
  const known = (id: string): Transaction | undefined => transactionIn(rules, outcome.before, id);
  const { readings } = doubt;
  const story =
    appliedSeveralTimes({ calls: readings.filter(mayBeApplied), known, change }) ??
    overwritten({ calls: readings, known, change }) ??
    // Where nobody else was ever seen to use the account.
    (movesElsewhere.length === 0 && areNamedOnce(rules, readings)
      ? overwrittenOften({ calls: readings, change })
      : undefined);
  return story && { ...story, situation: 'together', evidence: idsOf(story) };
};

/** Whether no transaction of the calls was named before them, or twice among them. */
const areNamedOnce = ({ records }: LiveRules, readings: readonly Heard[]): boolean =>
  readings.every(
    ({ callback }) => callback.type === 'getBalance' || records.get(callback.transactionId)?.exchanges.length === 1,
  );

/** Calls that the agent may have applied, by what it said. */
export const mayBeApplied = ({ said }: Heard): boolean => said.kind === 'balance' || said.kind === 'unheard';

export const idsOf = ({ calls }: StoryAtOnce): string[] => calls.map(({ exchangeId }) => exchangeId);
