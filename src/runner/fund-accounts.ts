import type { Call } from '../judges/call.ts';
import type { Case } from '../judges/case.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { judgeOutdated } from '../judges/judge-outdated.ts';
import type { Account } from '../ledger/ledger.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf } from '../money/amount.ts';
import { renderAtScale, roundToScale } from '../money/currency-scale.ts';
import { moveMoney, moveNothing, readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { shownBalance } from './shown-balance.ts';

/** An account and what was in it before the scenario. */
export interface Opened {
  readonly account: Account;
  readonly balance: Amount;
}

/** Reads each account of the scenario, and funds it by a win-only makeBet where it is short. */
export const openAccounts = async (play: Play, accounts: readonly Account[]): Promise<Opened[]> => {
  const opened: Opened[] = [];
  for (const account of accounts) {
    if (play.state.ending !== undefined) return opened;
    const read = await readBalance(play, account, 'opening');
    const before = play.state;
    play.state = judgeCall(before, read);
    await checkLeft(play, before, { account, read });
    const balance = balanceOf(play.state.ledger, account);
    if (play.state.ending !== undefined || balance === undefined) return opened;
    opened.push({ account, balance });
    await fund(play, account, balance);
  }
  return opened;
};

interface Asked {
  readonly account: Account;
  /** The getBalance that opened it. */
  readonly read: Call;
}

/**
 * The opening must show what the run left. Where it does not, a makeBet that moves nothing tells
 * whether getBalance is out of date or somebody else moves money.
 */
const checkLeft = async (play: Play, before: Case, { account, read }: Asked): Promise<void> => {
  const { book } = play.context;
  const left = book.left(account);
  const shown = balanceOf(play.state.ledger, account);
  if (play.state.ending !== undefined || shown === undefined) return;
  const isAsLeft = left === undefined ? !book.isDoubted(account) : shown.eq(left);
  if (isAsLeft) return;
  const { currency, playerId } = account;
  const call = await moveNothing(play, account);
  const now = shownBalance(call, currency);
  if (now !== undefined && !now.eq(shown) && (left === undefined || now.eq(left))) {
    const [is, must] = [renderAtScale(shown, currency), renderAtScale(now, currency)];
    play.state = judgeOutdated(before, { read, call, playerId, is, must });
  } else if (left !== undefined) {
    const { sentence } = book.noteDrift(account, left, shown);
    play.state = { ...play.state, ending: { kind: 'inconclusive', reason: sentence } };
  }
};

const fund = async (play: Play, account: Account, balance: Amount): Promise<void> => {
  const wanted = roundToScale(amountOf(play.scenario.fund), account.currency);
  if (balance.gte(wanted)) return;
  const change = wanted.minus(balance);
  const call = await moveMoney(play, account, { label: 'makeBet (funding)', change });
  play.state = judgeCall(play.state, call);
};
