import type { Finding } from '../formats/judgement.ts';
import type { Call } from '../judge/call.ts';
import { type Case, endedBy } from '../judge/case.ts';
import { find } from '../judge/find.ts';
import type { Account } from '../ledger/account.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import type { FindingCode } from '../spec/finding.ts';
import { pause } from '../world/clock.ts';
import { besideMs, type LoggedAnswer } from './answer-log.ts';
import { readBalance, shownBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import type { RunContext } from './run-context.ts';

/** Balances that no story of the account's own calls tells of. */
const unexplained: ReadonlySet<FindingCode> = new Set(['wrong-balance', 'not-conserved']);

/**
 * A balance that nothing explains is held against what other players were answered at the same
 * time, in other lanes too: an agent that mixes requests up shows one player another's money. Where
 * all play with like amounts two have the same by chance: the account itself is asked once more.
 */
export const findStranger = async (play: Play, before: Case, call: Call): Promise<void> => {
  const { ending } = play.state;
  if (ending?.kind !== 'breach' || !unexplained.has(ending.finding.code)) return;
  if (!('callback' in call.intent) || play.context.answers === undefined) return;
  // Answers that are under way are in the log then.
  await pause(play.context.clock, besideMs, play.context.signal);
  const other = strangerOf(play, call, ending.finding);
  if (other === undefined || !(await hasItsOwn(play, before, call.intent.callback))) return;
  play.state = endedBy(before, named(before, call, { other, finding: ending.finding }));
};

const strangerOf = (
  { context }: Play,
  { intent, exchange }: Call,
  { actual = '' }: Finding,
): LoggedAnswer | undefined => {
  const shown = parseAmount(actual);
  const account: Account | undefined = 'callback' in intent ? intent.callback : undefined;
  // What the account has had itself is another one's by chance, where all play with like amounts.
  if (shown === undefined || account === undefined || hadItself(context, account, shown)) return undefined;
  const begun = exchange.startedAt;
  return context.answers
    ?.around(begun, begun + exchange.durationMs)
    .findLast(
      ({ playerId, currency, balance }) =>
        playerId !== account.playerId && currency === account.currency && shown.eq(balance),
    );
};

/** It has what it had before the call: the other balance was in the answer alone. */
const hasItsOwn = async (play: Play, { ledger }: Case, account: Account): Promise<boolean> => {
  const shown = shownBalance(await readBalance(play, account, 'valid'), account.currency);
  return shown !== undefined && balanceOf(ledger, account)?.eq(shown) === true;
};

const hadItself = ({ book }: RunContext, account: Account, shown: Amount): boolean =>
  book.hadBefore(account, shown) || book.left(account)?.eq(shown) === true;

const named = (
  state: Case,
  call: Call,
  { other, finding }: { readonly other: LoggedAnswer; readonly finding: Finding },
): Finding[] => {
  const { playerId, label, exchangeId } = other;
  return find(state, {
    code: 'another-players-balance',
    situation: 'balance',
    call,
    message: `${finding.message} This is ${playerId}'s balance.`,
    expected: finding.expected,
    actual: finding.actual,
    likelyCause: `this is the answer to the call beside it, ${label} of ${playerId}`,
    before: [exchangeId],
  });
};
