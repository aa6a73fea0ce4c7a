import type { ExchangeJudgement } from '../../formats/judgement.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { AccountState, Unexplained } from './account-state.ts';
import type { Off, Story } from './difference.ts';
import type { Judged } from './judged.ts';
import { settled } from './judged.ts';
import type { LiveRules } from './memory.ts';
import type { BalanceReading } from './reading.ts';
import { findLive, lintLive, sentenceOfRight, signed, tell } from './tell.ts';
import { balanceIn, distinctWorlds, movedElsewhere } from './world.ts';

export interface Suspected extends Off {
  /** A story that explains the difference too, not proven yet, and the name it is remembered by. */
  readonly suspicion?: Story & { readonly key: string };
}

/** As far as anybody can tell, somebody else moved money: a deposit, another game. */
export const judgeElsewhere = (rules: LiveRules, state: AccountState, off: Suspected): Judged => {
  const { reading, misses, suspicion } = off;
  const [{ outcome, change }] = misses;
  const { call, callback } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const isReturn = state.unexplained?.change.eq(change.times(-1)) === true;
  const worlds = misses.map((miss) => movedElsewhere(miss.outcome.world, miss.change));
  const judgement = tell(rules, reading, {
    verdict: 'unjudged',
    sentence: `${call.label}: ${sentenceOf(off, shown)}`,
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
  const [is, must] = [shown(reading.word.actual), shown(balanceIn(outcome.world))];
  if (change.eq(0)) return `${sentenceOfRight(reading.callback, outcome)} A refusal is configured.`;
  const moved = `the balance is ${is}, not ${must}: moved by somebody else? ${signed(change, shown)}`;
  if (suspicion !== undefined) return `${moved}. Or ${suspicion.cause}: the next time will tell.`;
  return `${moved}.`;
};

/** The account has what it began with: the agent's data may have been reset. */
const isReset = ({ worlds }: AccountState, { reading }: Off): boolean =>
  worlds[0]?.opening.eq(reading.word.actual) === true;

const unexplainedBy = (
  state: AccountState,
  { callback, call, word }: BalanceReading,
  change: Amount,
): Unexplained | undefined =>
  callback.type === 'getBalance'
    ? {
        change,
        exchangeId: call.exchange.id,
        isOld: state.shown.some((each) => each.eq(word.actual)),
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
  const message = `getBalance showed an old balance for ${reading.callback.playerId}, as ${reading.call.label} right after it proves; not for the first time.`;
  const findings = findLive(rules, reading, {
    code: 'outdated-balance',
    situation: 'balance',
    message,
    likelyCause: 'getBalance is answered from a cache, or from a replica that lags behind',
    before: [unexplained.exchangeId],
  });
  const { exchangeId } = unexplained;
  const retold = { exchangeId, verdict: 'wrong', sentence: message, findings } as const;
  return { state: next, judgements: [retold, judgement] };
};
