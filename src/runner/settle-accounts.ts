import type { Call } from '../judges/call.ts';
import type { Case, Ending } from '../judges/case.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { judgeOutdated } from '../judges/judge-lag.ts';
import type { Account } from '../ledger/ledger.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf } from '../money/amount.ts';
import { renderAtScale, roundToScale } from '../money/currency-scale.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { pause } from '../world/clock.ts';
import { moveMoney, moveNothing, quietBalance, readBalance, shownBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { endInconclusive } from './play.ts';

/** An account and what was in it before the scenario. */
interface Opened {
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
    endInconclusive(play, sentence);
  }
};

const fund = async (play: Play, account: Account, balance: Amount): Promise<void> => {
  const wanted = roundToScale(amountOf(play.scenario.fund), account.currency);
  if (balance.gte(wanted)) return;
  const change = wanted.minus(balance);
  const call = await moveMoney(play, account, { label: 'makeBet (funding)', change });
  play.state = judgeCall(play.state, call);
};

/** After a time-out the call may still be at work: so long is waited before anything else. */
const longestRestMs = 2000;

/** Gives each account back what it had; the residue of each that could not be. */
export const settleBack = async (play: Play, opened: readonly Opened[]): Promise<string[]> => {
  await rest(play);
  forgetAccounts(play, opened);
  const residues: string[] = [];
  for (const each of opened) {
    const residue = await settleOne(play, each);
    if (residue !== undefined) residues.push(residue);
  }
  return residues;
};

const rest = async ({ state, context }: Play): Promise<void> => {
  if (codeOf(state.ending) !== 'too-slow' || context.signal.aborted) return;
  await pause(context.clock, Math.min(context.timeoutMs, longestRestMs), context.signal);
};

const codeOf = (ending: Ending | undefined) =>
  ending?.kind === 'breach' ? ending.finding.code : undefined;

/**
 * What was left before is no measure any more. An agent that takes the money of one account from
 * another may have touched any account of the player: after a wrong balance none is.
 */
const forgetAccounts = ({ context, state }: Play, opened: readonly Opened[]): void => {
  const code = codeOf(state.ending);
  const isWrong = code !== undefined && isAboutMoney(code);
  for (const { account } of opened) {
    const { playerId } = account;
    const player = context.players.known.find(({ id }) => id === playerId);
    const currencies = isWrong ? (player?.currencies ?? []) : [account.currency];
    for (const currency of currencies) context.book.leave({ playerId, currency }, undefined);
  }
};

const settleOne = async (play: Play, { account, balance }: Opened): Promise<string | undefined> => {
  const found = await quietBalance(play, account);
  if (found === undefined) return `${nameOf(account)}: unknown, the agent does not answer`;
  const proven = await proveBalance(play, account, found);
  if (proven.eq(balance)) {
    noteLeft(play, account, [found, proven]);
    return undefined;
  }
  const change = balance.minus(proven);
  const call = await moveMoney(play, account, { label: 'makeBet (giving back)', change });
  const after = await quietBalance(play, account);
  const given = shownBalance(call, account.currency);
  noteLeft(play, account, [after, given]);
  return residueOf(account, (given ?? after)?.minus(balance));
};

/**
 * What there is, by a second source: the ledger as long as it agrees, else a makeBet that moves
 * nothing. A getBalance alone may be out of date.
 */
const proveBalance = async (play: Play, account: Account, found: Amount) => {
  const { ending, ledger } = play.state;
  if (ending === undefined && balanceOf(ledger, account)?.eq(found) === true) return found;
  return shownBalance(await moveNothing(play, account), account.currency) ?? found;
};

const residueOf = (account: Account, residue: Amount | undefined): string | undefined => {
  if (residue === undefined) return `${nameOf(account)}: unknown, the agent does not answer`;
  if (residue.eq(0)) return undefined;
  return `${nameOf(account)}: ${renderAtScale(residue, account.currency)}`;
};

/** Notes what is left where two sources agree: a getBalance alone may be out of date. */
const noteLeft = (
  { context }: Play,
  account: Account,
  [one, other]: readonly [Amount | undefined, Amount | undefined],
): void => {
  if (one === undefined || other === undefined) return;
  if (other.eq(one)) context.book.leave(account, one);
  else context.book.doubt(account);
};

const nameOf = ({ playerId, currency }: Account): string => `${playerId} ${currency}`;
