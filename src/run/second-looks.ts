import { pause } from '../base/clock.ts';
import { type Amount, parseAmount, renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { judgeTogether, type Together } from '../judge/at-once.ts';
import type { Call } from '../judge/call.ts';
import { type Case, endedBy, findingsIn, type MetCause, withFindings } from '../judge/case.ts';
import { find } from '../judge/find.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { newestFirst } from '../ledger/chain.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { readFromCache, readTooEarly } from '../ledger/stories/stories-at-once.ts';
import type { Callback } from '../spec/callback.ts';
import { isMoving } from '../spec/exchange.ts';
import { type FindingCode, isAboutMoney, needsConfirming } from '../spec/finding.ts';
import { besideMs } from './answer-log.ts';
import { balanceCall, mainSession } from './balance-call.ts';
import { mayMoveMoney, moveNothing, readBalance, shownBalance } from './own-calls.ts';
import { openSessions, type Play, plainOptions, sendCall } from './play.ts';
import { costMs } from './schedule.ts';

// What looks wrong in one answer, one more call may tell more exactly. Every look here takes `before`, the judgement
// without the call, sends the call that tells, and names the breach for what it is.

const breachIn = ({ ending }: Case): Finding | undefined => (ending?.kind === 'breach' ? ending.finding : undefined);

/** The breach that ended the case, where it is one of money. */
export const moneyBreachIn = (state: Case): Finding | undefined => {
  const finding = breachIn(state);
  return finding !== undefined && isAboutMoney(finding.code) ? finding : undefined;
};

/** The callback of a call that any right agent answers with a balance. */
const validOf = ({ intent }: Call): Callback | undefined =>
  intent.kind === 'valid' || intent.kind === 'probe' ? intent.callback : undefined;

/** A getBalance that showed another balance than a call that moves nothing, and is judged by what that showed. */
export interface Outdated {
  readonly read: Call;
  readonly call: Call;
  readonly account: Account;
  /** What getBalance showed, and what there is. */
  readonly shown: Amount;
  readonly now: Amount;
}

/** Undefined where both show the same, or one shows none. */
export const outdatedBy = (read: Call, call: Call, account: Account): Outdated | undefined => {
  const [shown, now] = [read, call].map((each) => shownBalance(each, account.currency));
  if (shown === undefined || now === undefined || now.eq(shown)) return undefined;
  return { read, call, account, shown, now };
};

/** getBalance showed an old balance, as a makeBet right after it proves (section 6). */
export const judgeOutdated = (state: Case, outdated: Outdated): Case => endedBy(state, foundOutdated(state, outdated));

/** The same of money that is right, as the makeBet proves: `judged` by it, nothing else is the worse for it. */
export const noteOutdated = (
  { context: { staleness, book } }: Play,
  judged: Case,
  { before, outdated }: { readonly before: Case; readonly outdated: Outdated },
): Case => {
  book.noteOldRead();
  // One cache makes many old balances: a scenario tells of the first, a run of a few.
  const isTold = findingsIn(before).some(({ code }) => code === 'outdated-balance');
  const isAbout = before.rules.requirements.some(({ id }) => id === 'BAL-03');
  const isNews = !isTold && (isAbout || staleness?.isConfirmed !== true);
  return isNews ? withFindings(judged, foundOutdated(before, outdated)) : judged;
};

const foundOutdated = (state: Case, { read, call, account, ...balances }: Outdated): Finding[] => {
  const [is, must] = [balances.shown, balances.now].map((each) => renderAtScale(each, account.currency));
  return find(state, {
    code: 'outdated-balance',
    situation: 'balance',
    call,
    message: `getBalance shows ${is} for ${account.playerId}, a makeBet right after it ${must}.`,
    expected: must,
    actual: is,
    likelyCause: readFromCache,
    before: [...(state.trail === undefined ? [] : [state.trail.last.exchangeId]), read.exchange.id],
  });
};

const hadInTrail = ({ trail }: Case, account: Account, balance: Amount): boolean =>
  [...newestFirst(trail)].some((each) => each.account === accountKey(account) && each.balance?.eq(balance) === true);

/** Whether the account had the balance before, in this scenario or in one before it. */
const hadBefore = (
  { context: { book } }: Play,
  before: Case,
  { account, shown }: Pick<Outdated, 'account' | 'shown'>,
): boolean => book.hadBefore(account, shown) || hadInTrail(before, account, shown);

/** What a makeBet that moves nothing proves of a getBalance: in its session, whether sessions agree is another matter. */
const lookBehind = async (
  play: Play,
  read: Call,
  { callback, isOld = () => true }: { readonly callback: Callback; readonly isOld?: (seen: Outdated) => boolean },
): Promise<Outdated | undefined> => {
  if (shownBalance(read, callback.currency) === undefined || !mayMoveMoney(play)) return undefined;
  const seen = outdatedBy(read, await moveNothing(play, callback, callback.sessionId), callback);
  if (seen === undefined || !isOld(seen)) return undefined;
  return (await isOfOneSession(play, callback, seen.now)) ? undefined : seen;
};

/** A session of its own that shows an old balance, where another one does not, is no cache (ISO-03). */
const isOfOneSession = async (play: Play, callback: Callback, now: Amount): Promise<boolean> => {
  const main = mainSession(play.context, callback);
  if (callback.sessionId === play.names.session(main)) return false;
  const elsewhere = { ...main, name: 'elsewhere' };
  await openSessions(play, [elsewhere]);
  const sessionId = play.names.session(elsewhere);
  const asked = balanceCall(play, callback, { label: 'getBalance (in a new session)', sessionId });
  const read = await sendCall(play, asked, plainOptions);
  return shownBalance(read, callback.currency)?.eq(now) === true;
};

/**
 * A getBalance that shows what the account had before is out of date where a makeBet that moves
 * nothing shows right after it what there must be: the money is right, and is judged further by the
 * makeBet's answer. Somebody else's money does not go away by itself. `judge`: the judgement with other
 * reads in their place. Gives the reads as they were judged.
 */
export const findOldReads = async (
  play: Play,
  before: Case,
  { reads, judge }: { readonly reads: readonly Call[]; readonly judge: (reads: readonly Call[]) => Case },
): Promise<readonly Call[]> => {
  if (moneyBreachIn(play.state) === undefined) return reads;
  const proofs: (Outdated | undefined)[] = [];
  for (const read of reads) {
    const account = validOf(read);
    const shown = account && shownBalance(read, account.currency);
    const mayBeOld = account?.type === 'getBalance' && shown && hadBefore(play, before, { account, shown });
    proofs.push(mayBeOld === true ? await lookBehind(play, read, { callback: account }) : undefined);
  }
  const outdated = proofs.find((proof) => proof !== undefined);
  if (outdated === undefined) return reads;
  const asProven = reads.map((read, index) => {
    const { id, answer } = (proofs[index]?.call ?? read).exchange;
    return { ...read, exchange: { ...read.exchange, id, answer } };
  });
  const judged = judge(asProven);
  if (judged.ending !== undefined) return reads;
  play.state = noteOutdated(play, judged, { before, outdated });
  return asProven;
};

/**
 * Calls at once with a getBalance among them, where getBalance is known to show old balances: what
 * it seems to say of their order is of that, as long as the other calls are right without it.
 */
export const besideOldReads = (
  play: Play,
  before: Case,
  { race, judged }: { readonly race: Together; readonly judged: Case },
): Case => {
  const isClean = judged.ending === undefined && judged.found === before.found;
  if (play.context.staleness?.isConfirmed !== true || isClean) return judged;
  const isRead = ({ exchange }: Call): boolean => exchange.kind === 'getBalance';
  const apart = judgeTogether(before, { ...race, calls: race.calls.filter((call) => !isRead(call)) });
  if (apart.ending !== undefined) return apart;
  const accountOf = ({ intent }: Call): Account | undefined => ('callback' in intent ? intent.callback : undefined);
  const [old] = race.calls.filter(isRead).flatMap((read) => {
    const account = accountOf(read);
    if (account === undefined) return [];
    const call = race.reads.find((each) => {
      const other = accountOf(each);
      return other !== undefined && accountKey(other) === accountKey(account);
    });
    const seen = call && outdatedBy(read, call, account);
    return seen !== undefined && hadBefore(play, before, seen) ? [seen] : [];
  });
  return old === undefined ? judged : judgeOutdated(before, old);
};

/**
 * Money that looks wrong in one answer may be right: getBalance from a cache, or a makeBet that
 * answers the balance of before. A call of the other kind tells.
 */
export const findLag = async (play: Play, before: Case, calls: readonly Call[]): Promise<void> => {
  const finding = moneyBreachIn(play.state);
  if (finding === undefined) return;
  for (const call of calls) {
    const callback = validOf(call);
    if (callback === undefined) continue;
    const seen = { call, callback, finding };
    const look = callback.type === 'getBalance' ? judgedOutdated : judgedLagging;
    const found = await look(play, before, seen);
    if (found === undefined) continue;
    play.state = found;
    return;
  }
};

interface WrongCall {
  readonly call: Call;
  readonly callback: Callback;
  readonly finding: Finding;
}

/** What calls at once are told of. */
const atOnce: ReadonlySet<FindingCode> = new Set(['lost-update', 'no-serial-order', 'not-conserved']);

/** An earlier balance is shown, or any wrong one, and a makeBet that moves nothing shows what there is. */
const judgedOutdated = async (
  play: Play,
  before: Case,
  { call, callback, finding: { code, expected } }: WrongCall,
): Promise<Case | undefined> => {
  // Whether names agree is another matter (ISO-04).
  const hasOwnName = play.context.players.known.some(
    ({ id, username }) => id === callback.playerId && username === callback.playerUsername,
  );
  const isOld = ({ account, shown, now }: Outdated): boolean => {
    // What calls at once left may be old in a way that nobody has seen before.
    const isExpected =
      atOnce.has(code) && expected?.split(' or ').includes(renderAtScale(now, account.currency)) === true;
    return (isExpected && hasOwnName) || hadInTrail(before, account, shown);
  };
  const outdated = await lookBehind(play, call, { callback, isOld });
  return outdated && judgeOutdated(before, outdated);
};

/** A new bet answered another balance than expected, and a getBalance shows the expected one (section 6). */
const judgedLagging = async (play: Play, before: Case, { call, callback }: WrongCall): Promise<Case | undefined> => {
  const { currency } = callback;
  const { situation } = step(before.ledger, callback, before.rules.quirks);
  if (situation !== 'bet' && situation !== 'bet-and-win' && situation !== 'win') return undefined;
  const answered = shownBalance(call, currency);
  const expected = balanceOf(play.state.ledger, callback);
  if (answered === undefined || expected === undefined) return undefined;
  const read = await readBalance(play, callback, 'valid');
  if (shownBalance(read, currency)?.eq(expected) !== true) return undefined;
  const [is, must] = [answered, expected].map((each) => renderAtScale(each, currency));
  const found = find(before, {
    code: 'answer-lags',
    situation: 'bet',
    call: read,
    message: `${call.label}: answered ${is}, a getBalance right after it ${must}, as it must be.`,
    expected: must,
    actual: is,
    likelyCause: readTooEarly,
    before: [call.exchange.id],
  });
  return endedBy(before, found);
};

/** After these waits, one after another, the balance is read again, milliseconds. */
const waitsMs = [40, 80, 160, 320];
/** So often it is looked for in a lane: an agent that applies later does so from the first call on. */
const mostMissed = 2;

/** The balance is wrong, and a moment later it is right: the agent answers before it applies. */
export const findLate = async (play: Play, before: Case, call: Call): Promise<void> => {
  const account = validOf(call);
  const expected = account && balanceOf(play.state.ledger, account);
  if (account === undefined || expected === undefined) return;
  const { sessionId, currency } = account;
  await waitFor(play, before, async () => {
    // In the session of the call: whether sessions agree is another matter.
    const asked = balanceCall(play, account, { label: 'getBalance (a moment later)', sessionId });
    const read = await sendCall(play, asked, plainOptions);
    const isRight = shownBalance(read, currency)?.eq(expected) === true;
    return isRight ? { read, must: renderAtScale(expected, currency) } : undefined;
  });
};

/**
 * Looks a few times more whether the balance has become right, and names the breach for what it is: the money moves
 * after the answer (section 6). `look`: the getBalance that shows what must be there, once one does.
 */
export const waitFor = async (
  play: Play,
  before: Case,
  look: () => Promise<{ readonly read: Call; readonly must: string } | undefined>,
): Promise<void> => {
  const { lateness, clock, signal } = play.context;
  if (lateness === undefined || play.isAgain || !isDoubtful(play.state)) return;
  // What the agent is at still moves money by itself: it has not answered that.
  if (before.underWay.length > 0) return;
  if (lateness.waitMs > 0 || lateness.missed >= mostMissed) return;
  // What is right at once was only answered wrongly.
  if ((await look()) !== undefined) return;
  let waitedMs = 0;
  for (const waitMs of waitsMs) {
    await pause(clock, waitMs, signal);
    waitedMs += waitMs;
    const right = await look();
    if (right === undefined) continue;
    const lateMs = Math.max(waitedMs, lateBy(play, right.read));
    lateness.waitMs = Math.round(1.5 * lateMs);
    const { actual: is = 'another one', exchanges = [] } = breachIn(play.state) ?? {};
    const { read, must } = right;
    const found = find(before, {
      code: 'applied-later',
      situation: 'bet',
      call: read,
      message: `The balance was ${is}, and ${must} without another call within ${lateMs} ms, as it must be.`,
      expected: must,
      actual: is,
      before: exchanges,
    });
    play.state = endedBy(before, found);
    return;
  }
  lateness.missed += 1;
};

/** How long after the last call that moved money the answer came that shows it, milliseconds. */
const lateBy = ({ exchanges }: Play, { exchange: { startedAt, durationMs } }: Call): number => {
  const moved = exchanges.findLast(isMoving);
  return moved === undefined ? 0 : Math.round(startedAt + durationMs - Date.parse(moved.startedAt));
};

/** So long a run waits for money that comes after its answer, milliseconds; or as long as it has patience. */
const longestWaitedMs = 95_000;

/** Why a scenario is not played with an agent that applies later; undefined as long as there is time to wait for it. */
export const outOfTime = ({ lateness, patienceMs }: Play['context'], scenario: Scenario): MetCause | undefined => {
  if (lateness === undefined || lateness.waitMs === 0) return undefined;
  const { waitMs, waitedMs } = lateness;
  const longestMs = Math.max(longestWaitedMs, patienceMs);
  // A long one would leave no time for many short ones.
  const leftMs = longestMs - waitedMs;
  if (costMs(scenario, { latencyMs: waitMs / 3, patienceMs: 0 }) <= leftMs / 8) return undefined;
  const message = `The agent answers before it moves the money (BET-12): the run waits ${waitMs} ms after each call for that, and no longer than ${Math.round(longestMs / 1000)} s in all.`;
  return { code: 'applies-late', message, alike: 'applies-late', exchanges: [] };
};

/** Ended over a balance that may be right in a moment, and has no name for its lag yet. */
export const isDoubtful = (state: Case): boolean => {
  const code = breachIn(state)?.code;
  return code !== undefined && code !== 'outdated-balance' && code !== 'answer-lags' && needsConfirming(code);
};

/** Balances that no story of the account's own calls tells of. */
const unexplained: ReadonlySet<FindingCode> = new Set(['wrong-balance', 'not-conserved']);

/**
 * A balance that nothing explains is held against what other players were answered at the same
 * time, in other lanes too: an agent that mixes requests up shows one player another's money. Where
 * all play with like amounts two have the same by chance: the account itself is asked once more.
 */
export const findStranger = async (play: Play, before: Case, call: Call): Promise<void> => {
  const { answers, book, clock, signal } = play.context;
  const finding = breachIn(play.state);
  if (finding === undefined || !unexplained.has(finding.code)) return;
  if (!('callback' in call.intent) || answers === undefined) return;
  const account = call.intent.callback;
  // Answers that are under way are in the log then.
  await pause(clock, besideMs, signal);
  const shown = parseAmount(finding.actual ?? '');
  // What the account has had itself is another one's by chance, where all play with like amounts.
  if (shown === undefined || book.hadBefore(account, shown) || book.left(account)?.eq(shown) === true) return;
  const { startedAt, durationMs } = call.exchange;
  const other = answers
    .around(startedAt, startedAt + durationMs)
    .findLast(
      ({ playerId, currency, balance }) =>
        playerId !== account.playerId && currency === account.currency && shown.eq(balance),
    );
  if (other === undefined) return;
  // It has what it had before the call: the other balance was in the answer alone.
  const own = shownBalance(await readBalance(play, account, 'valid'), account.currency);
  if (own === undefined || balanceOf(before.ledger, account)?.eq(own) !== true) return;
  const found = find(before, {
    code: 'another-players-balance',
    situation: 'balance',
    call,
    message: `${finding.message} This is ${other.playerId}'s balance.`,
    expected: finding.expected,
    actual: finding.actual,
    likelyCause: `this is the answer to the call beside it, ${other.label} of ${other.playerId}`,
    before: [other.exchangeId],
  });
  play.state = endedBy(before, found);
};
