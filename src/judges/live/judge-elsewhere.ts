import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { balanceIn, bookOf, movedApart } from '../../ledger/ledger.ts';
import { signed } from '../../ledger/stories/diagnose.ts';
import { readFromCache } from '../../ledger/stories/stories-at-once.ts';
import type { Story } from '../../ledger/stories/transaction-stories.ts';
import type { Outcome } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds } from '../../ledger/worlds/possible-worlds.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Discovery } from '../find.ts';
import type { AccountState, OtherBalance, Unexplained } from './account-state.ts';
import { type Judged, settled } from './judged.ts';
import type { LiveRules } from './memory.ts';
import type { BalanceReading } from './reading.ts';
import { findLive, lintLive, sentenceOfRight, tell } from './tell.ts';

/** What the agent should have done in one of the worlds, and by how much its answer is off. */
export interface Miss {
  readonly outcome: Outcome;
  readonly change: Amount;
}

export interface Off {
  readonly reading: BalanceReading;
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
  readonly reading: BalanceReading;
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
  { callback, label }: BalanceReading,
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
