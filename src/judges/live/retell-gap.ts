import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { AccountState, GapCause } from './account-state.ts';
import { findLive } from './find-live.ts';
import type { Judged } from './judged.ts';
import type { LiveRules } from './live-rules.ts';
import type { Reading } from './reading.ts';

interface Closed {
  readonly reading: Reading;
  /** The judgement of the reading that shows the balance as it must be. */
  readonly judged: Judged;
}

/**
 * The balance is what it must be after all. Where the answer to a bet was off, only that answer
 * was wrong: it is told anew for what it is.
 */
export const retellGap = (
  rules: LiveRules,
  { gapCause }: AccountState,
  { reading, judged }: Closed,
): Judged => {
  const state = { ...judged.state, gapCause: undefined };
  if (gapCause?.isOwnBet !== true || reading.callback.type !== 'getBalance') {
    return { state, judgements: judged.judgements };
  }
  return { state, judgements: [retold(rules, gapCause, reading), ...judged.judgements] };
};

const retold = (rules: LiveRules, cause: GapCause, reading: Reading): ExchangeJudgement => {
  const shown = (amount: Amount): string => renderAtScale(amount, reading.callback.currency);
  const [is, must] = [shown(cause.actual), shown(cause.expected)];
  const message = `${cause.label}: answered ${is}, a getBalance after it shows that there were ${must}, as it must be.`;
  const findings = findLive(rules, reading, {
    code: 'answer-lags',
    situation: 'bet',
    message,
    expected: must,
    actual: is,
    likelyCause: 'The balance of the answer was read before the money moved',
    before: [cause.exchangeId],
  });
  return {
    exchangeId: cause.exchangeId,
    verdict: 'wrong',
    sentence: message,
    findings,
    expected: must,
    actual: is,
  };
};
