import { readAnswer } from '../answers/read-answer.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { judgeStaleOpening } from '../judges/judge-stale-opening.ts';
import type { Account } from '../ledger/ledger.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf, parseAmount, zero } from '../money/amount.ts';
import { renderAtScale, roundToScale } from '../money/currency-scale.ts';
import { moveMoney, readBalance } from './own-calls.ts';
import type { Play } from './play.ts';

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
    play.state = judgeCall(play.state, await readBalance(play, account, 'opening'));
    await checkLeft(play, account);
    const balance = balanceOf(play.state.ledger, account);
    if (play.state.ending !== undefined || balance === undefined) return opened;
    opened.push({ account, balance });
    await fund(play, account, balance);
  }
  return opened;
};

/**
 * The opening must show what the run left. Where it does not, a makeBet that moves nothing tells
 * whether getBalance is out of date or somebody else moves money.
 */
const checkLeft = async (play: Play, account: Account): Promise<void> => {
  const left = play.context.book.left(account);
  const shown = balanceOf(play.state.ledger, account);
  if (play.state.ending !== undefined || left === undefined || shown === undefined) return;
  if (shown.eq(left)) return;
  const { currency, playerId } = account;
  const zeroBet = { label: 'makeBet (that moves nothing)', change: zero };
  const call = await moveMoney(play, account, zeroBet);
  const answer = readAnswer(call.exchange.answer);
  const now = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  if (now?.eq(left) === true) {
    const [is, must] = [renderAtScale(shown, currency), renderAtScale(left, currency)];
    play.state = judgeStaleOpening(play.state, { call, playerId, is, must });
    return;
  }
  const { sentence } = play.context.book.noteDrift(account, left, shown);
  play.state = { ...play.state, ending: { kind: 'inconclusive', reason: sentence } };
};

const fund = async (play: Play, account: Account, balance: Amount): Promise<void> => {
  const wanted = roundToScale(amountOf(play.scenario.fund), account.currency);
  if (balance.gte(wanted)) return;
  const change = wanted.minus(balance);
  const call = await moveMoney(play, account, { label: 'makeBet (funding)', change });
  play.state = judgeCall(play.state, call);
};

/** Gives each account back what it had; the residue of each that could not be. */
export const settleBack = async (play: Play, opened: readonly Opened[]): Promise<string[]> => {
  const residues: string[] = [];
  for (const { account, balance } of opened) {
    play.context.book.leave(account, undefined);
    const residue = await settleOne(play, { account, balance });
    if (residue !== undefined) residues.push(residue);
  }
  return residues;
};

const settleOne = async (play: Play, { account, balance }: Opened): Promise<string | undefined> => {
  const { book } = play.context;
  const found = await quietBalance(play, account);
  if (found?.eq(balance) === true) book.leave(account, found);
  if (found === undefined) return `${nameOf(account)}: unknown, the agent does not answer`;
  if (found.eq(balance)) return undefined;
  await moveMoney(play, account, { label: 'makeBet (giving back)', change: balance.minus(found) });
  const after = await quietBalance(play, account);
  const left = (after ?? zero).minus(balance);
  book.leave(account, after);
  if (left.eq(0)) return undefined;
  return `${nameOf(account)}: ${renderAtScale(left, account.currency)}`;
};

const quietBalance = async (play: Play, account: Account): Promise<Amount | undefined> => {
  const answer = readAnswer((await readBalance(play, account, 'valid')).exchange.answer);
  return answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
};

const nameOf = ({ playerId, currency }: Account): string => `${playerId} ${currency}`;
