import { type Amount, renderAtScale } from '../../base/money.ts';
import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import { balanceIn, type Ledger, movedApart, type Transaction } from '../../ledger/ledger.ts';
import { looksRounded, ownStories, rounded, withSum, wrongBalance } from '../../ledger/stories/difference.ts';
import {
  appliedSeveralTimes,
  movedOnRefusal,
  overwritten,
  overwrittenOften,
  type StoryAtOnce,
} from '../../ledger/stories/stories-at-once.ts';
import { netOf, type Story, uncovered } from '../../ledger/stories/transaction-stories.ts';
import {
  distinctWorlds,
  forcedOutcomesIn,
  type Outcome,
  outcomesIn,
  transactionIn,
} from '../../ledger/worlds/worlds.ts';
import type { Situation } from '../../spec/situation.ts';
import { endOf, type Heard, type HeardBalance } from '../call.ts';
import type { AccountState } from './account.ts';
import { judgeElsewhere, type LiveStory, type Miss, type Off, openJudgement, tellUnmoved } from './later.ts';
import { type At, isFreshId, type Judged, type LiveRules, noteGap, provenKey, settled } from './memory.ts';
import { storyOfOthers } from './other-accounts.ts';
import { findLive, lintLive, tell } from './tell.ts';

/** A balance that no right agent answers, unless somebody else has moved money meanwhile. */
export const judgeDifference = (at: At<HeardBalance>, worlds: readonly Ledger[]): Judged => {
  const { rules, state, heard } = at;
  const [first, ...others] = worlds.map((world) => missIn(rules, world, heard));
  if (first === undefined) return { state, judgements: [] };
  const off: Off = { ...at, misses: [first, ...others] };
  // Moves of just this size were seen in the account that no call of ours explains.
  if (state.movesElsewhere.some((each) => each.eq(first.change.abs()))) return judgeElsewhere(off);
  const story = overdraft(off) ?? ownStory(off) ?? doubtStory(off) ?? lateStory(off) ?? rounding(off);
  if (story === undefined) return judgeOthers(off);
  const chance = isOwnChance(off, story);
  const isFirstTime = chance !== undefined && !state.suspicions.has(chance);
  return isFirstTime ? judgeElsewhere(off, { ...story, key: chance }) : judgeStory(off, story);
};

/** Nothing of the account's own explains it: perhaps what another one did, or has. */
const judgeOthers = (off: Off): Judged => {
  const story = storyOfOthers(off);
  if (story === undefined) return judgeElsewhere(off);
  // Where a getBalance shows it first, somebody else may well have moved it.
  if (off.heard.callback.type === 'getBalance') return judgeElsewhere(off, story);
  const isProof = off.rules.seenOnce.isAgain(story.pair);
  const judge = (of: Off): Judged => (isProof ? judgeStory(of, story) : judgeElsewhere(of, story));
  const [first, ...others] = off.misses.toReversed();
  if (story.shows !== undefined || first === undefined) return judge(off);
  // The balance of another account is perhaps only shown: the own one may stand as it did, and the
  // world that has not moved comes last until the next time.
  const { state, judgements } = judge({ ...off, misses: [first, ...others] });
  const worlds = distinctWorlds([...state.worlds.slice(0, 1), first.outcome.world]);
  return { state: { ...state, worlds }, judgements };
};

const missIn = (rules: LiveRules, world: Ledger, { callback, said }: HeardBalance): Miss => {
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

/** The bet was applied to the cent, and the balance did not cover it. */
const overdraft = ({ state, heard: { callback }, misses }: Off): LiveStory | undefined => {
  const [{ outcome, change }] = misses;
  const isSure = state.worlds.length === 1 && state.floating.length === 0 && state.doubt === undefined;
  if (!isSure || !change.eq(0) || outcome.standing !== 'forced' || callback.type !== 'makeBet') return undefined;
  const was = renderAtScale(balanceIn(outcome.before), callback.currency);
  const cause = uncovered(callback.transactionId, callback.bet, was);
  return { code: 'accepted-overdraft', change, cause, situation: 'bet-above-balance', evidence: [] };
};

/** A mistake with this call's own transaction that explains the difference, in every world. */
const ownStory = (off: Off): LiveStory | undefined => {
  const { rules, state, heard, misses } = off;
  // What calls at once left is not known where no order gave their answers.
  if (state.doubt?.kind === 'together' && !state.doubt.isOrdered) return undefined;
  const told = misses.map((miss) => storyIn(off, miss));
  const [first] = told;
  if (first === undefined || told.includes(undefined) || heard.callback.type === 'getBalance') return undefined;
  const evidence = rules.records.get(heard.callback.transactionId)?.exchanges ?? [];
  return { ...first, situation: misses[0].outcome.situation, evidence };
};

const storyIn = ({ rules, state, heard }: Off, { outcome, change }: Miss): Story | undefined => {
  const { callback } = heard;
  if (callback.type === 'getBalance' || outcome.standing === 'forced') return undefined;
  const record = rules.records.get(callback.transactionId);
  return ownStories({
    situation: outcome.situation,
    callback,
    known: transactionIn(rules, outcome.before, callback.transactionId),
    others: () => othersOf(rules, state.account, callback.transactionId),
    otherAmounts: record?.otherAmounts ?? [],
    firstSaid: record?.said,
    lastSaid: state.actual,
    expected: balanceIn(outcome.world),
    isFresh: isFreshId(rules, heard),
  }).find((each) => each.change.eq(change));
};

/** The other transactions of the account that are remembered. */
const othersOf = ({ records }: LiveRules, account: Account, own: string): readonly Transaction[] =>
  records
    .values()
    .flatMap(({ transaction }) => transaction ?? [])
    .filter(({ id, account: its }) => id !== own && accountKey(its) === accountKey(account));

/** What the calls before this one may have done, where they left a doubt. */
const doubtStory = ({ rules, state: { doubt, movesElsewhere }, misses }: Off): LiveStory | undefined => {
  const [{ outcome, change }] = misses;
  // Where the worlds do not agree on the money, chance explains too much.
  const agree = misses.every((miss) => balanceIn(miss.outcome.world).eq(balanceIn(outcome.world)));
  if (doubt === undefined || !agree) return undefined;
  if (doubt.kind === 'refused') {
    const story = movedOnRefusal(doubt.label, doubt, change);
    return story && { ...story, situation: 'probe', evidence: [doubt.exchangeId] };
  }
  const { calls } = doubt;
  const known = (id: string): Transaction | undefined => transactionIn(rules, outcome.before, id);
  const isNamedOnce = ({ callback }: Heard): boolean =>
    callback.type === 'getBalance' || rules.records.get(callback.transactionId)?.exchanges.length === 1;
  const story =
    appliedSeveralTimes({ calls: calls.filter(mayBeApplied), known, change }) ??
    overwritten({ calls, known, change }) ??
    // Where nobody else was ever seen to use the account, and no transaction was named before, or twice.
    (movesElsewhere.length === 0 && calls.every(isNamedOnce) ? overwrittenOften({ calls, change }) : undefined);
  return story && { ...story, situation: 'together', evidence: exchangesOf(story) };
};

/** Calls that the agent may have applied, by what it said. */
export const mayBeApplied = ({ said }: Heard): boolean => said.kind === 'balance' || said.kind === 'unheard';

export const exchangesOf = ({ calls }: StoryAtOnce): string[] => calls.map(({ exchangeId }) => exchangeId);

/**
 * A bet whose answer nobody heard was rolled back, and is what is missing. Of others all ways in which the account may
 * stand agree, so that they are not kept in it.
 */
const lateStory = ({ rules, misses }: Off): LiveStory | undefined => {
  const [{ change }] = misses;
  const bet = misses
    .flatMap(({ outcome }) => [...outcome.before.transactions.values()])
    .find((each) => each.state === 'rolled-back' && !change.eq(0) && netOf(each).eq(change));
  if (bet === undefined || !misses.every((each) => each.change.eq(change))) return undefined;
  const cause = `${bet.id} was applied after its rollback`;
  const evidence = rules.records.get(bet.id)?.exchanges ?? [];
  return { code: 'applied-after-rollback', change, cause, situation: 'late-bet', evidence };
};

/** Off by a unit or two, in the answer to amounts with decimals: more than once, that is no player. */
const rounding = ({ heard: { callback }, misses }: Off): LiveStory | undefined => {
  const [{ outcome, change }] = misses;
  const moved = balanceIn(outcome.world).minus(balanceIn(outcome.before));
  const agree = misses.every((each) => each.change.eq(change));
  if (!looksRounded(change, callback.currency) || change.eq(0) || !agree) return undefined;
  if (moved.eq(moved.round(0))) return undefined;
  return { code: 'wrong-arithmetic', change, cause: rounded, situation: outcome.situation, evidence: [] };
};

/** The breach, told once: the account goes on from what the agent said. */
const judgeStory = (off: Off, story: LiveStory): Judged => {
  const { rules, state, heard, misses } = off;
  const [{ outcome, change }] = misses;
  const { call, said, label, exchangeId } = heard;
  const [before, expected] = [balanceIn(outcome.before), balanceIn(outcome.world)];
  const breach = breachOf(off, story);
  const worlds = misses.map((miss) => movedApart(miss.outcome.world, 'gap', miss.change));
  // An answer may be read too early: whether the money moved, the next one tells.
  const open = story.code === 'not-applied' ? { label, actual: said.actual, expected, unmoved: breach } : undefined;
  const judgement = open === undefined ? breach : openJudgement(off, { before, expected });
  noteGap(off, change);
  rules.moves.note(heard.callback, expected.minus(before));
  const after: AccountState = {
    ...settled(state, distinctWorlds(worlds)),
    unexplained: undefined,
    gapCause: { exchangeId, at: endOf(call), open },
  };
  return tellUnmoved(state, { state: after, judgements: [judgement] });
};

const breachOf = (off: Off, { code, situation, shows, cause, evidence }: LiveStory): ExchangeJudgement => {
  const [{ outcome }] = off.misses;
  const { callback, said, label } = off.heard;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const expected = balanceIn(outcome.world);
  const sum = { expected, actual: said.actual, account: callback };
  const isOverdraft = code === 'accepted-overdraft';
  const breach = findLive(off, {
    code,
    situation,
    shows,
    message: isOverdraft
      ? `${label}: answered with the balance ${shown(said.actual)} where a refusal is expected.`
      : wrongBalance(label, sum),
    expected: isOverdraft ? 'an error answer' : shown(expected),
    actual: shown(said.actual),
    likelyCause: isOverdraft ? cause : withSum(cause, sum),
    before: evidence,
  });
  const findings = [...breach, ...lintLive(off, situation)];
  return tell(off, {
    verdict: 'unjudged',
    because: 'moved',
    sentence: cause,
    findings,
    before: balanceIn(outcome.before),
    expected,
  });
};

/**
 * Where the difference may as well be chance, the name under which it is remembered: the second
 * time is proof. An agent that was right in the very same situation before is more likely to be
 * right again than that nobody has moved just this amount.
 */
const isOwnChance = ({ rules, state: { doubt, shown }, heard }: Off, { situation, code, change }: LiveStory) => {
  const { callback, said } = heard;
  const key = `${situation} ${code}`;
  if (code === 'wrong-arithmetic') return code;
  if (situation === 'rollback-of-refused' || situation === 'refused-bet-again') return key;
  // A player whose bet was refused is likely to pay in just what it lacked, or to stake as much in a
  // game of another platform, where the account covers it.
  const isPlayers = doubt?.kind === 'refused' && doubt.isForbidden !== true && said.actual.gte(0);
  // A getBalance that shows what was there before may come from a cache.
  const isOld = callback.type === 'getBalance' && shown.some((each) => each.eq(said.actual));
  if (code === 'money-moved-on-refusal' && (change.gt(0) || isPlayers || isOld)) return key;
  if (callback.type !== 'makeBet' || code === 'accepted-overdraft') return undefined;
  const isNew = situation === 'bet' || situation === 'bet-and-win' || situation === 'win';
  return isNew && rules.proven.has(provenKey(situation, callback.roundFinished)) ? key : undefined;
};
