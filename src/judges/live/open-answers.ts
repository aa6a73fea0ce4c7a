import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { balanceIn, bookOf, type Ledger, movedApart } from '../../ledger/ledger.ts';
import { wrongBalance } from '../../ledger/stories/diagnose.ts';
import { readTooEarly } from '../../ledger/stories/stories-at-once.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { AccountState, GapCause, OpenAnswer } from './account-state.ts';
import type { Judged } from './judged.ts';
import type { LiveRules } from './memory.ts';
import type { BalanceReading, Reading } from './reading.ts';
import { findLive, lintLive, tell } from './tell.ts';

/** What is said of a new bet that was answered with the balance from before it, as long as no other answer tells. */
export const openJudgement = (
  rules: LiveRules,
  reading: BalanceReading,
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
export const isOldAnswer = ({ gapCause, worlds }: AccountState, { callback, said }: BalanceReading): boolean => {
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
  reading: Reading,
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
