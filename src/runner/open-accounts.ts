import type { Call } from '../judges/call.ts';
import type { Case, MetCause } from '../judges/case.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { refusalBy } from '../judges/judge-refusal.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { append } from '../ledger/chain.ts';
import { balanceOf, setBalance } from '../ledger/ledger.ts';
import { type Amount, amountOf } from '../money/amount.ts';
import { roundToScale } from '../money/currency-scale.ts';
import type { CauseCode } from '../spec/cause.ts';
import { describeError, isAboutSession } from '../wire/error-answer.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { mayMoveMoney, moveMoney, moveNothing, readBalance, shownBalance } from './own-calls.ts';
import { endByCause, type Play } from './play.ts';
import { noteOutdated } from './second-looks.ts';

/** An account and what was in it before the scenario. */
export interface Opened {
  readonly account: Account;
  readonly balance: Amount;
}

/** Knows the balance of each account of the scenario, and funds those that are short of money. */
export const openAccounts = async (play: Play, accounts: readonly Account[]): Promise<Opened[]> => {
  const opened: Opened[] = [];
  for (const account of accounts) {
    if (play.state.ending !== undefined) return opened;
    if (!takeAsLeft(play, account)) await readOpening(play, account);
    const balance = balanceOf(play.state.ledger, account);
    if (play.state.ending !== undefined || balance === undefined) return opened;
    opened.push({ account, balance });
    await fund(play, account, balance);
  }
  return opened;
};

/**
 * What the run itself left a moment ago needs no getBalance: the first answer of the scenario
 * confirms it. Where it does not, the scenario is played again, and this time the opening is read.
 */
const takeAsLeft = (play: Play, account: Account): boolean => {
  const { book } = play.context;
  const left = book.left(account);
  const exchangeId = book.leftBy(account);
  if (play.isAgain || left === undefined || exchangeId === undefined) return false;
  if (book.isDoubted(account)) return false;
  const trace = { exchangeId, account: accountKey(account), balance: left };
  play.state = {
    ...play.state,
    ledger: setBalance(play.state.ledger, account, left),
    trail: append(play.state.trail, trace),
  };
  play.shown.set(accountKey(account), exchangeId);
  return true;
};

const readOpening = async (play: Play, account: Account): Promise<void> => {
  const read = await readBalance(play, account, 'opening');
  if (endIfRefused(play, read, 'opening-refused')) return;
  const before = play.state;
  play.state = judgeCall(before, read);
  play.shown.set(accountKey(account), read.exchange.id);
  await checkLeft(play, before, { account, read });
};

/** What a scenario needs before its deed charges nothing: a refusal of it is a cause. */
const endIfRefused = (play: Play, call: Call, code: CauseCode): boolean => {
  const answer = readAnswer(call.exchange.answer);
  if (answer.kind !== 'error') return false;
  const isFunding = code === 'funding-refused';
  const what = isFunding ? 'win that funds an account' : 'first getBalance';
  const exchange = call.exchange.id;
  const cause: MetCause = {
    code: isAboutSession(answer) ? 'unknown-session' : code,
    message: `The ${what} is refused with ${describeError(answer)}.`,
    exchanges: [exchange],
  };
  const kind = isFunding ? 'win' : 'balance';
  const refusal = refusalBy(answer, { kind, role: 'own', owners: [], exchange });
  play.state = { ...play.state, ending: { kind: 'cause', cause, refusal } };
  return true;
};

interface Asked {
  readonly account: Account;
  /** The getBalance that opened it. */
  readonly read: Call;
}

/**
 * The opening must show what the run left. Where it does not, a makeBet that moves nothing tells
 * whether getBalance is out of date, and another getBalance whether it is the asking that moves
 * money; else somebody else does, and the run goes on from there.
 */
const checkLeft = async (play: Play, before: Case, { account, read }: Asked): Promise<void> => {
  const { book } = play.context;
  const left = book.left(account);
  const shown = balanceOf(play.state.ledger, account);
  if (play.state.ending !== undefined || shown === undefined || left?.eq(shown) !== false) return;
  if (!mayMoveMoney(play)) return;
  const call = await moveNothing(play, account);
  const now = shownBalance(call, account.currency) ?? shown;
  if (now.eq(left)) goOnAsLeft(play, before, { account, read, call, shown, left });
  else if (book.isDoubted(account)) endIfMoving(play, account, { shown, now });
  else await goOnFrom(play, account, { left, shown, now });
};

interface OldOpening extends Asked {
  readonly call: Call;
  readonly shown: Amount;
  readonly left: Amount;
}

/** getBalance is out of date, and the money is as it was left. */
const goOnAsLeft = (play: Play, before: Case, { account, read, call, shown, left }: OldOpening): void => {
  play.state = noteOutdated(play, play.state, { before, outdated: { read, call, account, shown, now: left } });
  takeBalance(play, account, left);
  play.shown.set(accountKey(account), call.exchange.id);
};

const takeBalance = (play: Play, account: Account, balance: Amount): void => {
  play.state = { ...play.state, ledger: setBalance(play.state.ledger, account, balance) };
};

/** Where two sources did not agree on what was left, and two do not now, nobody can tell who moves it. */
const endIfMoving = (
  play: Play,
  { playerId, currency }: Account,
  { shown, now }: Pick<Moved, 'shown' | 'now'>,
): void => {
  if (now.eq(shown)) return;
  const message = `The balance of ${playerId} in ${currency} changes from call to call, whatever is sent.`;
  endByCause(play, { code: 'moved-elsewhere', message, exchanges: [...play.shown.values()] });
};

/** Balances: as the run left it, as the opening showed it, and as it is after that. */
interface Moved {
  readonly left: Amount;
  readonly shown: Amount;
  readonly now: Amount;
}

const goOnFrom = async (play: Play, account: Account, { left, shown, now }: Moved) => {
  const read = await readBalance(play, account, 'valid');
  const again = shownBalance(read, account.currency) ?? now;
  const isByAsking = now.eq(shown) && now.minus(again).eq(left.minus(shown));
  if (!isByAsking) play.context.book.noteDrift(account, left, now);
  play.shown.set(accountKey(account), read.exchange.id);
  takeBalance(play, account, again);
};

const fund = async (play: Play, account: Account, balance: Amount): Promise<void> => {
  // Nobody asked for the default of a file that says nothing.
  if (!mayMoveMoney(play) && play.scenario.isFundSaid !== true) return;
  const wanted = roundToScale(amountOf(play.scenario.fund), account.currency);
  if (balance.gte(wanted)) return;
  const change = wanted.minus(balance);
  const call = await moveMoney(play, account, { label: 'makeBet (funding)', change });
  // That a win is refused while the balance is below zero is BET-20's.
  if (balance.gte(0) && endIfRefused(play, call, 'funding-refused')) return;
  play.shown.delete(accountKey(account));
  play.state = judgeCall(play.state, call);
};
