import { type Call, hearAnswer } from '../judge/call.ts';
import type { Ending } from '../judge/case.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { newestFirst } from '../ledger/chain.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import { isAboutMoney, needsConfirming } from '../spec/finding.ts';
import { pause } from '../world/clock.ts';
import type { Opened } from './open-accounts.ts';
import { moveMoney, moveNothing, readBalance, rollBack, shownBalance } from './own-calls.ts';
import type { Play } from './play.ts';

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
  // What was given back to one of them may have gone to another.
  if (isWrong(play) && opened.length > 1) forgetAccounts(play, opened);
  return residues;
};

/** What was moved stays moved, and is told where the ledger knows it. Nothing is sent. */
export const leaveAsIs = (play: Play, opened: readonly Opened[]): string[] => {
  forgetAccounts(play, opened);
  return opened.flatMap(({ account, balance }) => {
    const known = ledgerBalance(play, account);
    return known === undefined ? [] : (residueOf(play, account, known.minus(balance)) ?? []);
  });
};

const rest = async ({ state, context }: Play): Promise<void> => {
  if (codeOf(state.ending) !== 'too-slow' || context.signal.aborted) return;
  await pause(context.clock, Math.min(context.timeoutMs, longestRestMs), context.signal);
};

const codeOf = (ending: Ending | undefined) => (ending?.kind === 'breach' ? ending.finding.code : undefined);

const isWrong = ({ state }: Play): boolean => {
  const code = codeOf(state.ending);
  return code !== undefined && isAboutMoney(code);
};

/**
 * What was left before is no measure any more. An agent that takes the money of one account from
 * another may have touched any account of the player: after a wrong balance none is.
 */
const forgetAccounts = (play: Play, opened: readonly Opened[]): void => {
  const { context } = play;
  for (const { account } of opened) {
    const { playerId } = account;
    const player = context.players.known.find(({ id }) => id === playerId);
    const currencies = isWrong(play) ? (player?.currencies ?? []) : [account.currency];
    for (const currency of currencies) context.book.leave({ playerId, currency }, undefined);
  }
};

/** A balance, and the exchange that showed it. */
interface FoundBalance {
  readonly balance: Amount;
  readonly exchangeId: string | undefined;
}

/** As long as the ledger is followed it knows what there is: one call gives back, and proves it. */
const settleOne = async (play: Play, opened: Opened): Promise<string | undefined> => {
  const { account } = opened;
  const known = ledgerBalance(play, account);
  if (known === undefined || known.lt(0)) return await settleUnsure(play, opened);
  if (known.eq(opened.balance)) return await confirmLeft(play, account, known);
  const change = opened.balance.minus(known);
  const call = await moveMoney(play, account, { label: 'makeBet (giving back)', change });
  const given = balanceIn(play, call, account);
  if (given?.eq(opened.balance) !== true) return await settleUnsure(play, opened);
  play.context.book.leave(account, given, call.exchange.id);
  return undefined;
};

/** With the digits of amounts that were sent finer than the currency, which are given back as well. */
const balanceIn = ({ state }: Play, call: Call, { currency }: Account): Amount | undefined => {
  const answer = hearAnswer(call.exchange);
  const exact = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const isOurs = state.sentFine === true && exact?.round(finestSent).eq(exact) === true;
  return isOurs ? exact : shownBalance(call, currency);
};

/** Scenarios send no amount with more decimals; floating point leaves more. */
const finestSent = 10;

/** What the account has by the ledger; undefined where the ledger lost sight of the money. */
const ledgerBalance = ({ state }: Play, account: Account): Amount | undefined =>
  state.ending === undefined && state.others.length === 0 ? balanceOf(state.ledger, account) : undefined;

/** A balance that a getBalance has just shown needs no other. */
const confirmLeft = async (play: Play, account: Account, known: Amount) => {
  const exchangeId = play.shown.get(accountKey(account));
  if (exchangeId === undefined) return await settleUnsure(play, { account, balance: known });
  play.context.book.leave(account, known, exchangeId);
  return undefined;
};

/** Reads what there is, undoes what left it below zero, and gives back the rest. */
export const settleUnsure = async (play: Play, opened: Opened): Promise<string | undefined> => {
  const { account } = opened;
  const found = await findBalance(play, account);
  if (found === undefined) return unknownResidue(play, account);
  const target = targetOf(play, opened, found.balance);
  const now = found.balance.lt(0) ? await undo(play, account, { found, target }) : found;
  if (now.balance.eq(target)) {
    play.context.book.leave(account, now.balance, now.exchangeId);
    return undefined;
  }
  return await giveBack(play, account, { found: now, target });
};

/**
 * What there is, by a second source: the ledger as long as it agrees, else a makeBet that moves
 * nothing. A getBalance alone may be out of date.
 */
const findBalance = async (play: Play, account: Account): Promise<FoundBalance | undefined> => {
  const read = await readBalance(play, account, 'valid');
  const balance = balanceIn(play, read, account);
  if (balance === undefined) return undefined;
  if (ledgerBalance(play, account)?.eq(balance) === true) {
    return { balance, exchangeId: read.exchange.id };
  }
  const call = await moveNothing(play, account);
  const moved = balanceIn(play, call, account);
  return { balance: moved ?? balance, exchangeId: (moved === undefined ? read : call).exchange.id };
};

/**
 * Where one balance alone speaks against the agent, what is too much or too little may be somebody
 * else's money: it stays until the scenario was played again.
 */
const targetOf = ({ state }: Play, { account, balance }: Opened, found: Amount): Amount => {
  const { ending, ledger, trail } = state;
  const expected = balanceOf(ledger, account);
  if (ending?.kind !== 'breach' || expected === undefined) return balance;
  const { code, exchanges } = ending.finding;
  // The ledger has followed every call where the last one is the one that shows the breach.
  const isFollowed =
    trail?.last.exchangeId === exchanges.at(-1) &&
    [...newestFirst(trail)].every(({ transactionId: id }) => id === undefined || ledger.transactions.has(id));
  return isFollowed && needsConfirming(code) ? found.minus(expected).plus(balance) : balance;
};

interface Goal {
  readonly found: FoundBalance;
  readonly target: Amount;
}

/** More of its own transactions than this are not rolled back one by one. */
const mostUndone = 50;

/**
 * Rolls back what led away from the goal, the largest first: an account below zero may take no
 * makeBet, and one that was funded for a large bet may give back no more than a small one.
 */
const undo = async (play: Play, account: Account, { found, target }: Goal): Promise<FoundBalance> => {
  const isShort = found.balance.lt(target);
  let now = found;
  for (const id of movedBy(play, account, isShort ? 'spent' : 'gained').slice(0, mostUndone)) {
    if (isShort ? now.balance.gte(target) : now.balance.lte(target)) break;
    const call = await rollBack(play, account, id);
    const balance = balanceIn(play, call, account);
    if (balance !== undefined) now = { balance, exchangeId: call.exchange.id };
  }
  return now;
};

/**
 * Transactions of the scenario that moved the account that way, the largest first; before them
 * those that the ledger does not know: nobody can tell what the agent made of them.
 */
const movedBy = ({ state: { trail, ledger } }: Play, account: Account, way: 'spent' | 'gained'): string[] => {
  const ids = [...newestFirst(trail)].flatMap(({ transactionId }) => transactionId ?? []);
  const sizeOf = (id: string): Amount | undefined => {
    const known = ledger.transactions.get(id);
    return known === undefined ? undefined : known.win.minus(known.bet);
  };
  const isThatWay = (id: string): boolean => {
    const known = ledger.transactions.get(id);
    if (known === undefined) return way === 'spent';
    const isOwn = accountKey(known.account) === accountKey(account);
    const size = known.win.minus(known.bet);
    return isOwn && known.state !== 'rolled-back' && (way === 'spent' ? size.lt(0) : size.gt(0));
  };
  return [...new Set(ids)].filter(isThatWay).toSorted((a, b) => bySize(sizeOf(a)?.abs(), sizeOf(b)?.abs()));
};

const bySize = (a: Amount | undefined, b: Amount | undefined): number =>
  a === undefined || b === undefined ? Number(b === undefined) - Number(a === undefined) : b.cmp(a);

const giveBack = async (play: Play, account: Account, goal: Goal): Promise<string | undefined> => {
  const { target } = goal;
  const first = await moveTo(play, account, goal);
  const given = first.balance ?? (await undoAndMove(play, account, goal));
  const read = await readBalance(play, account, 'valid');
  const after = balanceIn(play, read, account);
  noteLeft(play, account, { after, given, by: first.by });
  return residueOf(play, account, (given ?? after)?.minus(target));
};

/** One makeBet that leads to the goal, and the balance that it was answered with. */
const moveTo = async (play: Play, account: Account, { found, target }: Goal) => {
  const change = target.minus(found.balance);
  const call = await moveMoney(play, account, { label: 'makeBet (giving back)', change });
  return { balance: balanceIn(play, call, account), by: call.exchange.id };
};

/** Where what is left is more than the agent takes at once: undone first, then given back. */
const undoAndMove = async (play: Play, account: Account, goal: Goal): Promise<Amount> => {
  // What was refused may have been applied all the same.
  const now = await findBalance(play, account);
  if (now?.balance.eq(goal.target) === true) return now.balance;
  const undone = await undo(play, account, goal);
  if (undone.balance.eq(goal.target) || undone.balance.eq(goal.found.balance)) return undone.balance;
  const rest = await moveTo(play, account, { found: undone, target: goal.target });
  return rest.balance ?? undone.balance;
};

const unknownResidue = ({ context }: Play, account: Account): string =>
  context.signal.aborted
    ? `${nameOf(account)}: balance unknown: interrupted`
    : `${nameOf(account)}: unknown, the agent does not answer`;

const residueOf = (play: Play, account: Account, residue: Amount | undefined): string | undefined => {
  if (residue === undefined) return unknownResidue(play, account);
  if (residue.eq(0)) return undefined;
  return `${nameOf(account)}: ${renderAtScale(residue, account.currency)}`;
};

interface TwoSources {
  readonly after: Amount | undefined;
  readonly given: Amount | undefined;
  readonly by: string;
}

/** Notes what is left where two sources agree: a getBalance alone may be out of date. */
const noteLeft = ({ context }: Play, account: Account, { after, given, by }: TwoSources): void => {
  if (after === undefined || given === undefined) return;
  if (given.eq(after)) context.book.leave(account, after, by);
  else context.book.doubt(account, given);
};

const nameOf = ({ playerId, currency }: Account): string => `${playerId} ${currency}`;
