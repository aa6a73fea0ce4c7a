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
import type { AccountState, Unexplained } from './account-state.ts';
import type { Judged } from './judged.ts';
import { settled } from './judged.ts';
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
  /** Exchanges before this one that belong to the evidence. */
  readonly evidence: readonly string[];
}

interface Suspected extends Off {
  /** A story that explains the difference too, not proven yet, and the name it is remembered by. */
  readonly suspicion?: LiveStory & { readonly key: string };
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
  const next: AccountState = {
    ...settled(state, distinctWorlds(worlds)),
    generation: state.generation + (isReset(state, off) ? 1 : 0),
    unexplained: isReturn ? undefined : unexplainedBy(state, reading, change),
    movesElsewhere:
      suspicion !== undefined || isReturn || change.eq(0)
        ? state.movesElsewhere
        : [...state.movesElsewhere, change.abs()].slice(-mostMoves),
    suspicions:
      suspicion === undefined ? state.suspicions : new Set(state.suspicions).add(suspicion.key),
  };
  return isReturn
    ? retellCache(rules, next, { reading, judgement, unexplained: state.unexplained })
    : { state: next, judgements: [judgement] };
};

const mostMoves = 20;

const sentenceOf = (
  { reading, misses, suspicion }: Suspected,
  shown: (amount: Amount) => string,
): string => {
  const [{ outcome, change }] = misses;
  const [is, must] = [shown(reading.said.actual), shown(balanceIn(outcome.world))];
  if (change.eq(0)) return `${sentenceOfRight(reading.callback, outcome)} A refusal is configured.`;
  const moved = `the balance is ${is}, not ${must}: moved by somebody else? ${signed(change, reading.callback.currency)}`;
  if (suspicion !== undefined) return `${moved}. Or ${suspicion.cause}: the next time will tell.`;
  return `${moved}.`;
};

/** The account has what it began with: the agent's data may have been reset. */
const isReset = ({ worlds }: AccountState, { reading }: Off): boolean =>
  worlds[0] !== undefined && bookOf(worlds[0]).opening.eq(reading.said.actual);

const unexplainedBy = (
  state: AccountState,
  { callback, exchangeId, said }: BalanceReading,
  change: Amount,
): Unexplained | undefined =>
  callback.type === 'getBalance'
    ? {
        change,
        exchangeId,
        isOld: state.shown.some((each) => each.eq(said.actual)),
      }
    : undefined;

interface Returned {
  readonly reading: BalanceReading;
  readonly judgement: ExchangeJudgement;
  readonly unexplained: Unexplained | undefined;
}

const cacheKey = 'outdated-balance';

/**
 * A getBalance showed a balance of before, and the next call shows that it was there no more: a
 * cache, or somebody else there and back again. The second time is proof.
 */
const retellCache = (
  rules: LiveRules,
  state: AccountState,
  { reading, judgement, unexplained }: Returned,
): Judged => {
  if (unexplained?.isOld !== true || reading.callback.type === 'getBalance') {
    return { state, judgements: [judgement] };
  }
  // The move was none, it seems; where others were seen, somebody else does use the account.
  const movesElsewhere = state.movesElsewhere.filter((each) => !each.eq(unexplained.change.abs()));
  const isProof = state.suspicions.has(cacheKey) && movesElsewhere.length === 0;
  const suspicions = new Set(state.suspicions).add(cacheKey);
  const next = { ...state, movesElsewhere, suspicions };
  if (!isProof) return { state: next, judgements: [judgement] };
  const message = `getBalance showed an old balance for ${reading.callback.playerId}, as ${reading.label} right after it proves; not for the first time.`;
  const findings = findLive(rules, reading, {
    code: 'outdated-balance',
    situation: 'balance',
    message,
    likelyCause: readFromCache,
    before: [unexplained.exchangeId],
  });
  const { exchangeId } = unexplained;
  const retold = { exchangeId, verdict: 'wrong', sentence: message, findings } as const;
  return { state: next, judgements: [retold, judgement] };
};
