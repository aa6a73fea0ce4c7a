import { type Amount, renderAtScale } from '../../base/money.ts';
import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { balanceIn, bookOf, type Ledger, movedApart } from '../../ledger/ledger.ts';
import { signed, wrongBalance } from '../../ledger/stories/difference.ts';
import { readFromCache, readTooEarly } from '../../ledger/stories/stories-at-once.ts';
import type { Story } from '../../ledger/stories/transaction-stories.ts';
import { distinctWorlds, isLateIn, type Outcome } from '../../ledger/worlds/worlds.ts';
import type { Situation } from '../../spec/situation.ts';
import { endOf, type Heard, type HeardBalance } from '../call.ts';
import type { Discovery } from '../find.ts';
import { lateBet } from '../one-call.ts';
import { sentenceOf, sentenceOfRight } from '../words.ts';
import type { AccountState, Unexplained } from './account.ts';
import { type At, type Judged, type LiveRules, settled } from './memory.ts';
import { findLive, lintLive, tell, verdictOf } from './tell.ts';

// What one answer cannot tell is told by a later one: whether money was moved by somebody else, or
// only shown; whether a bet moved nothing, or was answered too early.

/** What the agent should have done in one of the worlds, and by how much its answer is off. */
export interface Miss {
  readonly outcome: Outcome;
  readonly change: Amount;
}

/** A balance that no right agent answers. */
export interface Off extends At<HeardBalance> {
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

/** A story that explains the difference too, not proven yet, and the name it is remembered by, if it is. */
type Suspicion = LiveStory & { readonly key?: string; readonly pair?: string };

/** As far as anybody can tell, somebody else moved money: a deposit, another game. */
export const judgeElsewhere = (off: Off, suspicion?: Suspicion): Judged => {
  const { rules, state, heard, misses } = off;
  const [{ outcome, change }] = misses;
  const [before, expected] = [balanceIn(outcome.before), balanceIn(outcome.world)];
  const returned = state.unexplained?.change.eq(change.times(-1)) === true ? state.unexplained : undefined;
  const judgement = tell(off, {
    verdict: 'unjudged',
    because: 'moved',
    sentence: `${heard.label}: ${sentenceOfMoved(off, suspicion)}`,
    findings: lintLive(off, outcome.situation),
    before,
    expected,
  });
  rules.moves.note(heard.callback, expected.minus(before));
  const isMove = suspicion === undefined && returned === undefined && !change.eq(0);
  const worlds = misses.map((miss) => movedApart(miss.outcome.world, 'elsewhere', miss.change));
  const next: AccountState = {
    ...settled(state, distinctWorlds(worlds)),
    // What was there before is there again: nothing was reset.
    generation: state.generation + (isReset(off) ? 1 : 0) - (returned?.wasReset === true ? 1 : 0),
    shown: returned === undefined ? state.shown : ownBalances(state, returned),
    unexplained: returned === undefined ? unexplainedBy(off, suspicion) : undefined,
    movesElsewhere: isMove ? [...state.movesElsewhere, change.abs()].slice(-mostMoves) : state.movesElsewhere,
    suspicions: suspicion?.key === undefined ? state.suspicions : new Set(state.suspicions).add(suspicion.key),
  };
  const judged = { state: next, judgements: [judgement] };
  return returned === undefined ? judged : retellOld({ ...off, state: next }, returned, judged);
};

const mostMoves = 20;

/** What it has shown, without what was another account's. */
const ownBalances = ({ shown }: AccountState, returned: Unexplained): readonly Amount[] =>
  returned.other === undefined ? shown : shown.filter((each) => !each.eq(returned.shown));

const sentenceOfMoved = ({ heard: { callback, said }, misses }: Off, suspicion: Suspicion | undefined): string => {
  const [{ outcome, change }] = misses;
  if (change.eq(0)) return `${sentenceOfRight(callback, outcome)} A refusal is configured.`;
  const [is, must] = [said.actual, balanceIn(outcome.world)].map((each) => renderAtScale(each, callback.currency));
  const moved = `the balance is ${is}, not ${must}: moved by something else? ${signed(change, callback.currency)}`;
  if (suspicion === undefined) return `${moved}.`;
  return `${moved}. Not judged: perhaps ${suspicion.cause}; the next call will show.`;
};

/** The account has what it began with: the agent's data may have been reset. */
const isReset = ({ state: { worlds }, heard }: Off): boolean =>
  worlds[0] !== undefined && bookOf(worlds[0]).opening.eq(heard.said.actual);

const unexplainedBy = (off: Off, suspicion: Suspicion | undefined): Unexplained | undefined => {
  const { state, heard, misses } = off;
  if (heard.callback.type !== 'getBalance') return undefined;
  const { pair, shows } = suspicion ?? {};
  return {
    change: misses[0].change,
    exchangeId: heard.exchangeId,
    shown: heard.said.actual,
    isOld: state.shown.some((each) => each.eq(heard.said.actual)),
    wasReset: isReset(off),
    other: suspicion === undefined || pair === undefined || shows !== undefined ? undefined : { ...suspicion, pair },
  };
};

/**
 * A getBalance showed another balance than there was, and this call shows that it is there no more.
 * Somebody else may have been there and back again: the second time is proof.
 */
const retellOld = (at: At<HeardBalance>, unexplained: Unexplained, judged: Judged): Judged => {
  const off = offReading(at, unexplained);
  if (off === undefined) return judged;
  // The move was none, it seems; where others were seen, somebody else does use the account.
  const movesElsewhere = at.state.movesElsewhere.filter((each) => !each.eq(unexplained.change.abs()));
  const isAgain = at.rules.seenOnce.isAgain(unexplained.other?.pair ?? off.code);
  const state = { ...at.state, movesElsewhere };
  if (!isAgain || movesElsewhere.length > 0) return { ...judged, state };
  const { exchangeId, heldBy } = unexplained;
  const findings = findLive(at, { ...off, before: heldBy === undefined ? [exchangeId] : [exchangeId, heldBy] });
  const retold = { exchangeId, verdict: 'wrong', sentence: off.message, findings } as const;
  return { state, judgements: [retold, ...judged.judgements] };
};

/** What the agent does, where it does so again; undefined where nobody can tell. */
const offReading = (
  { heard: { callback, label } }: At,
  { other, isOld, heldBy }: Unexplained,
): Omit<Discovery, 'call'> | undefined => {
  const { playerId } = callback;
  if (callback.type === 'getBalance') {
    if (heldBy === undefined) return undefined;
    const message = `The balance of ${playerId} was an old one, for getBalance and makeBet alike, and the new one without another call; not for the first time.`;
    return { code: 'applied-later', situation: 'bet', message };
  }
  const proof = `for ${playerId}, as ${label} right after it proves; not for the first time.`;
  if (other !== undefined) {
    const message = `getBalance showed another balance ${proof}`;
    return { code: other.code, situation: 'balance', message, likelyCause: other.cause };
  }
  if (!isOld) return undefined;
  const message = `getBalance showed an old balance ${proof}`;
  return { code: 'outdated-balance', situation: 'balance', message, likelyCause: readFromCache };
};

/**
 * What was judged, with each bet that was applied after its rollback in every way in which the account may stand: told
 * with the bet's own answer, else with the last. The account is off by what it moved.
 */
export const withLate = (
  rules: LiveRules,
  judged: Judged,
  { before, all }: { readonly before: readonly Ledger[]; readonly all: readonly [Heard, ...Heard[]] },
): Judged => {
  const { worlds } = judged.state;
  const late = [...(worlds[0]?.transactions.values() ?? [])].filter(
    ({ id }) => isLateIn(rules, worlds, id) && !isLateIn(rules, before, id),
  );
  return late.reduce(({ state, judgements }, bet) => {
    const own = all.find(({ callback }) => callback.type === 'makeBet' && callback.transactionId === bet.id);
    const heard = own ?? all.at(-1) ?? all[0];
    const exchanges = rules.records.get(bet.id)?.exchanges ?? [];
    const found = findLive({ rules, heard }, { ...lateBet(heard, bet), before: exchanges });
    const retold = judgements.map((each): ExchangeJudgement => {
      if (each.exchangeId !== heard.exchangeId) return each;
      const findings = [...found, ...each.findings];
      const verdict = verdictOf(rules, { verdict: each.verdict, findings });
      return { ...each, verdict, sentence: sentenceOf(findings, each.sentence), findings, since: undefined };
    });
    const gapCause = { exchangeId: heard.exchangeId, at: endOf(heard.call) };
    return { state: { ...state, gapCause }, judgements: retold };
  }, judged);
};

/** What is said of a new bet that was answered with the balance from before it, as long as no other answer tells. */
export const openJudgement = (
  at: At<HeardBalance>,
  { before, expected }: { readonly before: Amount; readonly expected: Amount },
): ExchangeJudgement => {
  const { label, callback, said } = at.heard;
  const off = wrongBalance(label, { expected, actual: said.actual, account: callback });
  const sentence = `${off} Not judged: it moved nothing, or its answer was read before the money moved. The next answer will show.`;
  return tell(at, { verdict: 'unjudged', because: 'moved', sentence, findings: lintLive(at, 'bet'), before });
};

/** The balance may be what it must be after all: an answer before was wrong, the money is not. */
export const withoutGap = (world: Ledger): Ledger[] => {
  const { gap } = bookOf(world);
  return gap.eq(0) ? [] : [movedApart(world, 'gap', gap.times(-1))];
};

/** Another new bet that may be answered with the balance from before it, like the one that is open. */
export const isOldAnswer = ({ state: { gapCause, worlds }, heard: { callback, said } }: At<HeardBalance>): boolean => {
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

/**
 * The balance is what it must be after all, as the judgement of this answer has it. Where the answer
 * to a bet was off, only that answer was wrong: it is told anew for what it is.
 */
export const retellGap = (at: At<HeardBalance>, judged: Judged): Judged => {
  const {
    state: { gapCause },
    heard,
  } = at;
  const state = judged.state.gapCause === gapCause ? { ...judged.state, gapCause: undefined } : judged.state;
  const open = gapCause?.open;
  if (gapCause === undefined || open === undefined) return { state, judgements: judged.judgements };
  const [actual = '', expected = ''] = [open.actual, open.expected].map((each) =>
    renderAtScale(each, heard.callback.currency),
  );
  const sentence = `${open.label}: answered ${actual}, the ${heard.label} after it shows that there were ${expected}, as it must be.`;
  const { exchangeId } = gapCause;
  const findings = findLive(at, {
    ...{ code: 'answer-lags', situation: 'bet', message: sentence, expected, actual },
    likelyCause: readTooEarly,
    before: [exchangeId],
  });
  const retold = { exchangeId, verdict: 'wrong', sentence, findings, expected, actual } as const;
  return { state, judgements: [retold, ...judged.judgements] };
};
