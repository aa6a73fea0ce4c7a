import { pause } from '../base/clock.ts';
import {
  type Amount,
  amountOf,
  isFinerThanScale,
  parseAmount,
  renderAtScale,
  roundToScale,
  zero,
} from '../base/money.ts';
import { type Call, hearAnswer } from '../judge/call.ts';
import { type Case, endedBy, type MetCause } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { isMisread, refusalBy } from '../judge/refusals.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { append, newestFirst } from '../ledger/chain.ts';
import { balanceOf, setBalance } from '../ledger/ledger.ts';
import type { CauseCode } from '../spec/cause.ts';
import { needsConfirming } from '../spec/finding.ts';
import { describeError, isAboutSession, oddPhrase, readAnswer } from '../wire/read-answer.ts';
import { findSpoilt } from './after-refusal.ts';
import { mayMoveMoney, moveMoney, moveNothing, quietRead, readBalance, rollBack, shownBalance } from './own-calls.ts';
import { endByCause, type Kept, type Play } from './play.ts';
import { moneyBreachIn, noteOutdated } from './second-looks.ts';

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
  if (isMisread(read)) {
    const composed = quietRead(play, account, 'opening');
    const spoilt = await findSpoilt(play, play.state, { call: read, composed });
    if (spoilt !== undefined) {
      play.state = endedBy(play.state, spoilt);
      return;
    }
  }
  if (endIfRefused(play, read, 'opening-refused')) return;
  const { book } = play.context;
  const before = withOurDigits(play, read, account);
  play.state = judgeCall(before, read);
  play.shown.set(accountKey(account), read.exchange.id);
  const left = book.left(account);
  const shown = balanceOf(play.state.ledger, account);
  if (play.state.ending !== undefined || shown === undefined || left?.eq(shown) !== false) return;
  if (!mayMoveMoney(play)) return;
  // Another balance than the run left: a makeBet that moves nothing tells whether getBalance is out of date.
  const call = await moveNothing(play, account);
  const now = shownBalance(call, account.currency) ?? shown;
  if (now.eq(left)) {
    play.state = noteOutdated(play, play.state, { before, outdated: { read, call, account, shown, now: left } });
    goOnFrom(play, account, { balance: left, call });
  } else if (!book.isDoubted(account)) {
    // Another getBalance tells whether it is the asking that moves money; else somebody else does.
    const again = await readBalance(play, account, 'valid');
    const balance = shownBalance(again, account.currency) ?? now;
    const isByAsking = now.eq(shown) && now.minus(balance).eq(left.minus(shown));
    if (!isByAsking) book.noteDrift(account, left, now);
    goOnFrom(play, account, { balance, call: again });
  } else if (!now.eq(shown)) {
    // Where two sources did not agree on what was left, and two do not now, nobody can tell who moves it.
    const message = `The balance of ${account.playerId} in ${account.currency} changes from call to call, whatever is sent.`;
    endByCause(play, { code: 'moved-elsewhere', message, exchanges: [...play.shown.values()] });
  }
};

/** A balance that amounts finer than the currency have led to earlier in the run: its digits are ours. */
const withOurDigits = ({ state, context: { book } }: Play, read: Call, account: Account): Case => {
  const balance = shownBalance(read, account.currency);
  const isOurs =
    balance !== undefined && isFinerThanScale(balance, account.currency) && book.hadBefore(account, balance);
  return isOurs ? { ...state, sentFine: true } : state;
};

const goOnFrom = (
  play: Play,
  account: Account,
  { balance, call }: { readonly balance: Amount; readonly call: Call },
): void => {
  play.state = { ...play.state, ledger: setBalance(play.state.ledger, account, balance) };
  play.shown.set(accountKey(account), call.exchange.id);
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

/** After a time-out the call may still be at work: so long is waited before anything else. */
const longestRestMs = 2000;

/** Gives each account back what it had; the residue of each that could not be. */
export const settleBack = async (play: Play, opened: readonly Opened[]): Promise<string[]> => {
  const { state, context } = play;
  const isSlow = state.ending?.kind === 'breach' && state.ending.finding.code === 'too-slow';
  if (isSlow && !context.signal.aborted) {
    await pause(context.clock, Math.min(context.timeoutMs, longestRestMs), context.signal);
  }
  forgetAccounts(play, opened);
  const residues: string[] = [];
  for (const each of opened) {
    const residue = await settleOne(play, each);
    if (residue !== undefined) residues.push(residue);
  }
  // What was given back to one of them may have gone to another.
  if (moneyBreachIn(play.state) !== undefined && opened.length > 1) forgetAccounts(play, opened);
  return residues;
};

/** What was moved stays moved, and is told where the ledger knows it. Nothing is sent. */
export const leaveAsIs = (play: Play, opened: readonly Opened[]): string[] => {
  forgetAccounts(play, opened);
  return opened.flatMap(({ account, balance }) => {
    const known = ledgerBalance(play, account);
    return known === undefined ? [] : (residueOf(account, known.minus(balance)) ?? []);
  });
};

/**
 * What was left before is no measure any more. An agent that takes the money of one account from
 * another may have touched any account of the player: after a wrong balance none is.
 */
const forgetAccounts = (play: Play, opened: readonly Opened[]): void => {
  const { context, state } = play;
  const isWrong = moneyBreachIn(state) !== undefined;
  for (const { account } of opened) {
    const { playerId } = account;
    const player = context.players.known.find(({ id }) => id === playerId);
    const currencies = isWrong ? (player?.currencies ?? []) : [account.currency];
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
  const { account, balance } = opened;
  const known = ledgerBalance(play, account);
  if (known === undefined || known.lt(0)) return await settleUnsure(play, opened);
  const isMoved = !known.eq(balance);
  const change = balance.minus(known);
  const call = isMoved ? await moveMoney(play, account, { label: 'makeBet (giving back)', change }) : undefined;
  // A balance that a getBalance has just shown needs no other.
  const shownBy = call === undefined ? play.shown.get(accountKey(account)) : call.exchange.id;
  const given = call === undefined ? known : balanceIn(play, call, account);
  if (shownBy === undefined || given?.eq(balance) !== true) return await settleUnsure(play, opened);
  play.context.book.leave(account, given, shownBy);
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

/** Reads what there is, undoes what left it below zero, and gives back the rest. */
const settleUnsure = async (play: Play, opened: Opened): Promise<string | undefined> => {
  const { account } = opened;
  const found = (await findBalance(play, account)) ?? (await findWithoutPoison(play, account));
  if (found === undefined) return await unknownResidue(play, account);
  const target = targetOf(play, opened, found.balance);
  if (!target.eq(opened.balance)) play.kept.push({ account, amount: target.minus(opened.balance) });
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
 * What an amount beyond all numbers has made of the account is no amount either: what was sent of which nobody knows
 * what the agent made is rolled back, the last first, until the account says one again.
 */
const findWithoutPoison = async (play: Play, account: Account): Promise<FoundBalance | undefined> => {
  for (const id of unknownIn(play).slice(0, mostUndone)) {
    const balance = balanceIn(play, await rollBack(play, account, id), account);
    if (balance !== undefined) return await findBalance(play, account);
  }
  return undefined;
};

/** Gives back what stayed until the breach was confirmed; the residue of each account that could not be. */
export const giveBackKept = async (play: Play, kept: readonly Kept[]): Promise<string[]> => {
  const sums = new Map<string, Kept>();
  for (const { account, amount } of kept) {
    const key = accountKey(account);
    sums.set(key, { account, amount: amount.plus(sums.get(key)?.amount ?? zero) });
  }
  const residues: string[] = [];
  for (const { account, amount } of sums.values()) {
    if (amount.eq(0)) continue;
    const found = await findBalance(play, account);
    const residue =
      found === undefined
        ? await unknownResidue(play, account)
        : await giveBack(play, account, { found, target: found.balance.minus(amount) });
    if (residue !== undefined) residues.push(residue);
  }
  return residues;
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
const movedBy = (play: Play, account: Account, way: 'spent' | 'gained'): string[] => {
  const { trail, ledger } = play.state;
  const unknown = way === 'spent' ? unknownIn(play) : [];
  const sizes = new Map<string, Amount>();
  for (const { transactionId: id } of newestFirst(trail)) {
    const known = id === undefined ? undefined : ledger.transactions.get(id);
    if (id === undefined || known === undefined) continue;
    const size = known.win.minus(known.bet);
    const isThatWay = way === 'spent' ? size.lt(0) : size.gt(0);
    const isOwn = accountKey(known.account) === accountKey(account);
    if (isThatWay && isOwn && known.state !== 'rolled-back') sizes.set(id, size.abs());
  }
  return [...unknown, ...[...sizes].toSorted(([, a], [, b]) => b.cmp(a)).map(([id]) => id)];
};

/** Transactions of the scenario that the ledger does not know, the last first. */
const unknownIn = ({ state: { trail, ledger } }: Play): string[] => {
  const ids = [...newestFirst(trail)].flatMap(({ transactionId }) => transactionId ?? []);
  return [...new Set(ids)].filter((id) => !ledger.transactions.has(id));
};

const giveBack = async (play: Play, account: Account, goal: Goal): Promise<string | undefined> => {
  const { target } = goal;
  const { book } = play.context;
  const first = await moveTo(play, account, goal);
  const given = first.balance ?? (await undoAndMove(play, account, goal));
  const after = balanceIn(play, await readBalance(play, account, 'valid'), account);
  // What is left is noted where two sources agree: a getBalance alone may be out of date.
  if (after !== undefined && given?.eq(after) === true) book.leave(account, after, first.by);
  else if (after !== undefined && given !== undefined) book.doubt(account, given);
  const left = given ?? after;
  if (left !== undefined) return residueOf(account, left.minus(target));
  return await unknownResidue(play, account);
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

const residueOf = ({ playerId, currency }: Account, residue: Amount): string | undefined =>
  residue.eq(0) ? undefined : `${playerId} ${currency}: ${renderAtScale(residue, currency)}`;

/** What is left where no answer tells: what the agent says last, as it is. */
const unknownResidue = async (play: Play, account: Account): Promise<string> => {
  const said = hearAnswer((await readBalance(play, account, 'valid')).exchange);
  const name = `${account.playerId} ${account.currency}`;
  if (play.context.signal.aborted) return `${name}: balance unknown: interrupted`;
  switch (said.kind) {
    case 'none':
      return `${name}: unknown, the agent does not answer`;
    case 'error':
      return `${name}: unknown, the agent answers ${describeError(said)}`;
    case 'odd':
      return `${name}: unknown, the agent answers ${oddPhrase(said)}`;
    case 'balance':
      return `${name}: unknown, the agent answers the balance ${said.balance.slice(0, longestShown)}`;
  }
};

const longestShown = 40;
