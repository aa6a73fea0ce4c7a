import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { type Account, accountKey, accountOf } from '../../ledger/account.ts';
import { balanceIn, bookOf, emptyLedger, type Ledger, movedApart, setBalance } from '../../ledger/ledger.ts';
import { otherBalance, playerWith, signed, wrongBalance } from '../../ledger/stories/diagnose.ts';
import { readFromCache, readTooEarly } from '../../ledger/stories/stories-at-once.ts';
import type { Story } from '../../ledger/stories/transaction-stories.ts';
import type { Outcome } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds } from '../../ledger/worlds/possible-worlds.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Heard, HeardBalance } from '../call.ts';
import type { Discovery } from '../find.ts';
import { sentenceOfRight } from '../words.ts';
import type { AccountState, GapCause, OpenAnswer, OtherBalance, Unexplained } from './account.ts';
import { type Judged, type LiveRules, settled } from './memory.ts';
import { findLive, lintLive, tell } from './tell.ts';

/** What the agent should have done in one of the worlds, and by how much its answer is off. */
export interface Miss {
  readonly outcome: Outcome;
  readonly change: Amount;
}

export interface Off {
  readonly reading: HeardBalance;
  /** One for each world, the likeliest first. */
  readonly misses: readonly [Miss, ...Miss[]];
}

/** What the agent did, as the amounts tell. */
export interface LiveStory extends Story {
  readonly situation: Situation;
  /** The requirement that it is charged to, where the situation's own is not meant. */
  readonly shows?: string;
  /** Exchanges before this one that belong to the evidence. */
  readonly evidence: readonly string[];
}

interface Suspected extends Off {
  /** A story that explains the difference too, not proven yet, and the name it is remembered by, if it is. */
  readonly suspicion?: LiveStory & { readonly key?: string; readonly pair?: string };
}

/** As far as anybody can tell, somebody else moved money: a deposit, another game. */
export const judgeElsewhere = (rules: LiveRules, state: AccountState, off: Suspected): Judged => {
  const { reading, misses, suspicion } = off;
  const [{ outcome, change }] = misses;
  const { label, callback } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const isReturn = state.unexplained?.change.eq(change.times(-1)) === true;
  const worlds = misses.map((miss) => movedApart(miss.outcome.world, 'elsewhere', miss.change));
  const judgement = tell(rules, reading, {
    verdict: 'unjudged',
    sentence: `${label}: ${sentenceOf(off, shown)}`,
    findings: lintLive(rules, reading, outcome.situation),
    before: balanceIn(outcome.before),
    expected: balanceIn(outcome.world),
  });
  const moved = balanceIn(outcome.world).minus(balanceIn(outcome.before));
  rules.moves.note(callback, moved);
  const next: AccountState = {
    ...settled(state, distinctWorlds(worlds)),
    // What was there before is there again: nothing was reset.
    generation:
      state.generation + (isReset(state, off) ? 1 : 0) - (isReturn && state.unexplained?.wasReset === true ? 1 : 0),
    shown: isReturn ? ownBalances(state) : state.shown,
    unexplained: isReturn ? undefined : unexplainedBy(state, off),
    movesElsewhere:
      suspicion !== undefined || isReturn || change.eq(0)
        ? state.movesElsewhere
        : [...state.movesElsewhere, change.abs()].slice(-mostMoves),
    suspicions: suspicion?.key === undefined ? state.suspicions : new Set(state.suspicions).add(suspicion.key),
  };
  return isReturn
    ? retellOld(rules, next, { reading, judgement, unexplained: state.unexplained })
    : { state: next, judgements: [judgement] };
};

const mostMoves = 20;

/** What it has shown, without what was another account's. */
const ownBalances = ({ shown, unexplained }: AccountState): readonly Amount[] =>
  unexplained?.other === undefined ? shown : shown.filter((each) => !each.eq(unexplained.shown));

const sentenceOf = ({ reading, misses, suspicion }: Suspected, shown: (amount: Amount) => string): string => {
  const [{ outcome, change }] = misses;
  const [is, must] = [shown(reading.said.actual), shown(balanceIn(outcome.world))];
  if (change.eq(0)) return `${sentenceOfRight(reading.callback, outcome)} A refusal is configured.`;
  const moved = `the balance is ${is}, not ${must}: moved by something else? ${signed(change, reading.callback.currency)}`;
  if (suspicion !== undefined) return `${moved}. Not judged: perhaps ${suspicion.cause}; the next call will show.`;
  return `${moved}.`;
};

/** The account has what it began with: the agent's data may have been reset. */
const isReset = ({ worlds }: AccountState, { reading }: Off): boolean =>
  worlds[0] !== undefined && bookOf(worlds[0]).opening.eq(reading.said.actual);

const unexplainedBy = (state: AccountState, off: Suspected): Unexplained | undefined => {
  const { reading, misses, suspicion } = off;
  const { callback, exchangeId, said } = reading;
  const [{ change }] = misses;
  if (callback.type !== 'getBalance') return undefined;
  return {
    change,
    exchangeId,
    shown: said.actual,
    isOld: state.shown.some((each) => each.eq(said.actual)),
    wasReset: isReset(state, off),
    other: otherIn(suspicion),
  };
};

const otherIn = (suspicion: Suspected['suspicion']): OtherBalance | undefined =>
  suspicion?.pair === undefined || suspicion.shows !== undefined ? undefined : { ...suspicion, pair: suspicion.pair };

interface Returned {
  readonly reading: HeardBalance;
  readonly judgement: ExchangeJudgement;
  readonly unexplained: Unexplained | undefined;
}

/**
 * A getBalance showed another balance than there was, and this call shows that it is there no more.
 * Somebody else may have been there and back again: the second time is proof.
 */
const retellOld = (rules: LiveRules, state: AccountState, { reading, judgement, unexplained }: Returned): Judged => {
  const off = unexplained && offReading(unexplained, reading);
  if (unexplained === undefined || off === undefined) return { state, judgements: [judgement] };
  // The move was none, it seems; where others were seen, somebody else does use the account.
  const movesElsewhere = state.movesElsewhere.filter((each) => !each.eq(unexplained.change.abs()));
  const isAgain = rules.seenOnce.isAgain(unexplained.other?.pair ?? off.code);
  const isProof = isAgain && movesElsewhere.length === 0;
  const next = { ...state, movesElsewhere };
  if (!isProof) return { state: next, judgements: [judgement] };
  const { exchangeId, heldBy } = unexplained;
  const found = { ...off, before: heldBy === undefined ? [exchangeId] : [exchangeId, heldBy] };
  const findings = findLive(rules, reading, found);
  const retold = { exchangeId, verdict: 'wrong', sentence: off.message, findings } as const;
  return { state: next, judgements: [retold, judgement] };
};

/** What the agent does, where it does so again; undefined where nobody can tell. */
const offReading = (
  { other, isOld, heldBy }: Unexplained,
  { callback, label }: HeardBalance,
): Omit<Discovery, 'call'> | undefined => {
  const { playerId } = callback;
  if (callback.type === 'getBalance') {
    if (heldBy === undefined) return undefined;
    const message = `The balance of ${playerId} was an old one, for getBalance and makeBet alike, and the new one without another call; not for the first time.`;
    return { code: 'applied-later', situation: 'bet', message };
  }
  if (other !== undefined) {
    const message = `getBalance showed another balance for ${playerId}, as ${label} right after it proves; not for the first time.`;
    return { code: other.code, situation: 'balance', message, likelyCause: other.cause };
  }
  if (!isOld) return undefined;
  const message = `getBalance showed an old balance for ${playerId}, as ${label} right after it proves; not for the first time.`;
  return { code: 'outdated-balance', situation: 'balance', message, likelyCause: readFromCache };
};

/** A story of two accounts. */
export type StoryOfOthers = LiveStory & Pick<OtherBalance, 'pair'>;

/**
 * Money of another account that a difference may be, by what is followed here: what its calls have
 * moved since this account was seen, or all that it has. Chance can look like that: once is no proof.
 */
export const storyOfOthers = (rules: LiveRules, state: AccountState, off: Off): StoryOfOthers | undefined => {
  const [{ change }] = off.misses;
  const agree = off.misses.every((each) => each.change.eq(change));
  const moved = agree && !change.eq(0) ? movedElsewhere(rules, state, off) : undefined;
  if (moved !== undefined) return moved;
  const other = balanceOfOther(rules, state, off);
  return other && { ...other, change, situation: 'balance', evidence: [] };
};

/** The account is as it must be while others moved: their money is not its own. */
export const noteApart = ({ moves, apart }: LiveRules, { account, seenAt }: AccountState): void => {
  for (const [key, sum] of moves.since(seenAt) ?? []) {
    if (key !== accountKey(account) && !sum.eq(0)) apart.set(pairOf(account, key), true);
  }
};

const pairOf = (account: Account, other: string): string => [accountKey(account), other].toSorted(byText).join(' ');

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** All that the calls of one other account have moved meanwhile is what this one is off by. */
const movedElsewhere = (
  { moves, apart }: LiveRules,
  { account, seenAt }: AccountState,
  { misses: [{ change }] }: Off,
): StoryOfOthers | undefined => {
  for (const [key, sum] of moves.since(seenAt) ?? []) {
    const other = accountOf(key);
    const pair = pairOf(account, key);
    const isOwnPlayer = other.playerId === account.playerId;
    const isNear = isOwnPlayer || other.currency === account.currency;
    if (key === accountKey(account) || !sum.eq(change) || !isNear || apart.get(pair)) continue;
    return {
      code: 'foreign-money-moved',
      change,
      cause: `what the calls for ${other.playerId} in ${other.currency} moved (${signed(sum, other.currency)}) moved here as well`,
      situation: 'balance',
      shows: isOwnPlayer ? 'ISO-02' : 'ISO-01',
      evidence: [],
      pair,
    };
  }
  return undefined;
};

/** Whose balance it is; nothing where the account has had it itself. */
const balanceOfOther = (
  rules: LiveRules,
  { account, shown, book }: AccountState,
  { reading: { said } }: Off,
): OtherBalance | undefined => {
  const had = [...shown, ...(book?.book === undefined ? [] : [book.book.opening])];
  if (had.some((each) => each.eq(said.actual))) return undefined;
  const ledger = rules.lately().reduce((known, state) => {
    const world = state.worlds[0];
    return world === undefined ? known : setBalance(known, state.account, balanceIn(world));
  }, emptyLedger);
  const told = otherBalance({ ledger, account, actual: said.actual });
  if (told === undefined) return undefined;
  const isOwn = told.code === 'another-currencys-balance';
  const owner = isOwn ? account.playerId : playerWith(ledger, said.actual, account);
  return { ...told, pair: `${told.code} ${accountKey(account)} ${owner}` };
};

/** What is said of a new bet that was answered with the balance from before it, as long as no other answer tells. */
export const openJudgement = (
  rules: LiveRules,
  reading: HeardBalance,
  { before, expected }: { readonly before: Amount; readonly expected: Amount },
): ExchangeJudgement => {
  const { label, callback, said } = reading;
  const off = wrongBalance(label, { expected, actual: said.actual, account: callback });
  return tell(rules, reading, {
    verdict: 'unjudged',
    sentence: `${off} Not judged: it moved nothing, or its answer was read before the money moved. The next answer will show.`,
    findings: lintLive(rules, reading, 'bet'),
    before,
  });
};

/** The balance may be what it must be after all: an answer before was wrong, the money is not. */
export const withoutGap = (world: Ledger): Ledger[] => {
  const { gap } = bookOf(world);
  return gap.eq(0) ? [] : [movedApart(world, 'gap', gap.times(-1))];
};

/** Another new bet that may be answered with the balance from before it, like the one that is open. */
export const isOldAnswer = ({ gapCause, worlds }: AccountState, { callback, said }: HeardBalance): boolean => {
  const open = gapCause?.open;
  const [world] = worlds;
  if (open === undefined || world === undefined || callback.type !== 'makeBet') return false;
  const lacking = open.actual.minus(open.expected);
  return said.actual.eq(balanceIn(world).minus(lacking));
};

/** The account once it is told what the answer was. */
export const withoutOpen = (state: AccountState): AccountState =>
  state.gapCause?.open === undefined ? state : { ...state, gapCause: { ...state.gapCause, open: undefined } };

/** The balance lacks what the answer lacked: the bet moved nothing. */
export const tellUnmoved = ({ gapCause }: Pick<AccountState, 'gapCause'>, { state, judgements }: Judged): Judged =>
  gapCause?.open === undefined ? { state, judgements } : { state, judgements: [gapCause.open.unmoved, ...judgements] };

interface Closed {
  readonly reading: Heard;
  /** The judgement of the reading that shows the balance as it must be. */
  readonly judged: Judged;
}

/**
 * The balance is what it must be after all. Where the answer to a bet was off, only that answer
 * was wrong: it is told anew for what it is.
 */
export const retellGap = (
  rules: LiveRules,
  { gapCause }: Pick<AccountState, 'gapCause'>,
  { reading, judged }: Closed,
): Judged => {
  const state = judged.state.gapCause === gapCause ? { ...judged.state, gapCause: undefined } : judged.state;
  const open = gapCause?.open;
  if (gapCause === undefined || open === undefined) {
    return { state, judgements: judged.judgements };
  }
  return {
    state,
    judgements: [retold(rules, { ...gapCause, open }, reading), ...judged.judgements],
  };
};

const retold = (
  rules: LiveRules,
  { exchangeId, open }: GapCause & { readonly open: OpenAnswer },
  reading: Heard,
): ExchangeJudgement => {
  const { label, actual, expected } = open;
  const shown = (amount: Amount): string => renderAtScale(amount, reading.callback.currency);
  const [is, must] = [shown(actual), shown(expected)];
  const message = `${label}: answered ${is}, the ${reading.label} after it shows that there were ${must}, as it must be.`;
  const findings = findLive(rules, reading, {
    code: 'answer-lags',
    situation: 'bet',
    message,
    expected: must,
    actual: is,
    likelyCause: readTooEarly,
    before: [exchangeId],
  });
  return {
    exchangeId,
    verdict: 'wrong',
    sentence: message,
    findings,
    expected: must,
    actual: is,
  };
};
