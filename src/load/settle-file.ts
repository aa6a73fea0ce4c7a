import { type Amount, amountOf, renderAmount, renderAtScale } from '../base/money.ts';
import type { OpeningBalance, OpeningBalances } from '../formats/opening-balances.ts';
import { balanceCall } from '../run/balance-call.ts';
import { moveMoney, ownScenario, shownBalance } from '../run/own-calls.ts';
import { openPlay, plainOptions, sendCall } from '../run/play.ts';
import type { RunContext } from '../run/run-context.ts';

/** What came of the accounts of a file. */
export interface SettledFile {
  /** Nothing was to be given back. */
  readonly untouched: number;
  /** Has its opening balance again, as the agent answered. */
  readonly settled: readonly SettledAccount[];
  /** What each of the others has, and why. */
  readonly unsettled: readonly UnsettledAccount[];
}

interface SettledAccount {
  readonly account: OpeningBalance;
  /** What it was given, a decimal; negative where it was taken. */
  readonly change: string;
}

interface UnsettledAccount {
  readonly account: OpeningBalance;
  readonly reason: string;
}

type Settling =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'settled'; readonly change: string }
  | { readonly kind: 'unsettled'; readonly reason: string };

/** So many accounts are settled side by side. */
const lanes = 8;

/**
 * Gives each account of the file its opening balance again: reads what there is, and moves the
 * difference by one makeBet, whose answer proves it. Where nothing is missing nothing is moved.
 */
export const settleAccounts = async (context: RunContext, { accounts }: OpeningBalances): Promise<SettledFile> => {
  const settlings = new Map<OpeningBalance, Settling>();
  const waiting = accounts.entries();
  const lane = async (): Promise<void> => {
    for (const [number, account] of waiting) {
      settlings.set(account, await settleOne(context, account, number));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return summary(settlings);
};

const summary = (settlings: ReadonlyMap<OpeningBalance, Settling>): SettledFile => {
  const all = [...settlings];
  return {
    untouched: all.filter(([, { kind }]) => kind === 'untouched').length,
    settled: all.flatMap(([account, each]) => (each.kind === 'settled' ? { account, change: each.change } : [])),
    unsettled: all.flatMap(([account, each]) => (each.kind === 'unsettled' ? { account, reason: each.reason } : [])),
  };
};

const scenario = ownScenario('settle', 'Accounts are given back what they had');

const settleOne = async (context: RunContext, account: OpeningBalance, number: number): Promise<Settling> => {
  const { sessionId, currency } = account;
  const play = openPlay(context, scenario, `settle-${number}`);
  const label = 'getBalance (giving back)';
  const read = await sendCall(play, balanceCall(play, account, { label, sessionId }), plainOptions);
  const now = shownBalance(read, currency);
  if (now === undefined) return unsettled('its balance is not known: the agent does not show it');
  const wanted = amountOf(account.balance);
  if (now.eq(wanted)) return { kind: 'untouched' };
  const change = wanted.minus(now);
  const moved = await moveMoney(play, account, {
    label: 'makeBet (giving back)',
    change,
    sessionId,
  });
  const after = shownBalance(moved, currency);
  if (after?.eq(wanted) === true) return { kind: 'settled', change: renderAmount(change) };
  return unsettled(residueText({ now, wanted, after, currency }));
};

interface Residue {
  readonly now: Amount;
  readonly wanted: Amount;
  /** As the makeBet was answered; undefined where it was refused, or not answered. */
  readonly after: Amount | undefined;
  readonly currency: string;
}

const residueText = ({ now, wanted, after, currency }: Residue): string => {
  const [had, has] = [wanted, after ?? now].map((amount) => renderAtScale(amount, currency));
  return after === undefined
    ? `it had ${had} ${currency} and has ${has}: the agent did not take the makeBet that gives back`
    : `it had ${had} ${currency}, and the makeBet that gives back was answered with ${has}`;
};

const unsettled = (reason: string): Settling => ({ kind: 'unsettled', reason });
