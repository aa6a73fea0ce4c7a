import { hearAnswer } from '../judge/call.ts';
import { lintAnswer } from '../judge/form.ts';
import { isClosedKept } from '../wire/pace.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { afterAnswer, type LoadAccount, type PlannedCall, remembered } from './account.ts';
import { balanceUnits } from './balance-reader.ts';
import { createCallMaker } from './call-maker.ts';
import type { HeardCall } from './heard-calls.ts';
import { accountAfter, breachesIn, isUnsure, judgeGroup, openJudgement } from './judge-calls.ts';
import {
  callsLeft,
  mostSendings,
  type Pending,
  pendingOf,
  saidOf,
  sentAgain,
  unclearIn,
  withAnswers,
} from './pending-calls.ts';
import type { PlayTerms } from './play-terms.ts';
import type { Activity, HeardGroup, Player, Running } from './player.ts';
import { refusedAtOnce } from './refused-bets.ts';
import type { Sent } from './sent-call.ts';
import { noteConfirmed, parkPlayer, takeResync, tellEnding, tellForm, tellRefusedAlone } from './tell-findings.ts';
import { toUnits } from './units.ts';

/** What comes next for a player: calls that are to be sent after a while, or nothing. */
export type Next = { readonly kind: 'send'; readonly afterMs: number } | { readonly kind: 'idle' };

const send = (afterMs = 0): Next => ({ kind: 'send', afterMs });
const idle: Next = { kind: 'idle' };

/** Begins an activity: the player has calls to send, or the activity is over at once. */
export const beginActivity = (terms: PlayTerms, player: Player, activity: Activity): Next => {
  player.account = remembered(player.account);
  const make = createCallMaker(player, terms);
  const running: Running = {
    ...{ activity, make, steps: activity.begin(make), start: player.account },
    ...{ groups: [], names: new Map(), reads: 0, afterwards: 'goes-on' },
    ...{ pending: undefined, before: undefined, state: undefined },
  };
  player.running = running;
  return advance(terms, player, running);
};

/** Reads what the account has, whatever it should have. */
export const beginResync = (terms: PlayTerms, player: Player): Next => {
  const next = beginActivity(terms, player, { title: 'reading the balance', begin: readOnce });
  const { running } = player;
  if (running?.pending !== undefined) running.pending = { ...running.pending, as: 'resync' };
  return next;
};

const readOnce: Activity['begin'] = function* (make) {
  yield [make.getBalance()];
};

/** The calls that are to be sent now: those of the group that no clear answer came to. */
export const callsToSend = ({ running }: Player): readonly PlannedCall[] =>
  running?.pending === undefined ? [] : callsLeft(running.pending);

/** Takes what came of the calls that were to be sent, in their order. */
export const hearAnswers = (terms: PlayTerms, player: Player, sents: readonly Sent[]): Next => {
  const { running } = player;
  if (running?.pending === undefined) return idle;
  const { names } = running;
  const pending = withAnswers(running.pending, sents, { names, newNumber: terms.newNumber });
  running.pending = pending;
  const heard = pending.heard.filter((each) => each !== undefined);
  if (heard.length < pending.group.length) return sendAgain(terms, player, running);
  return takeGroup(terms, player, { pending, heard });
};

const sendAgain = (terms: PlayTerms, player: Player, running: Running): Next => {
  const unclear = running.pending === undefined ? [] : unclearIn(running.pending);
  for (const { planned, sent } of unclear) {
    if (!isClosedKept(sent)) terms.tell.error(planned.callback.type, saidOf(sent));
  }
  const again = running.pending && sentAgain(running.pending);
  if (again === undefined) return giveUp(terms, player, unclear);
  running.pending = again.pending;
  terms.tell.resent(unclear.length);
  return send(again.afterMs);
};

const giveUp = (terms: PlayTerms, player: Player, unclear: readonly HeardCall[]): Next => {
  const [first] = unclear;
  player.running?.groups.push({ calls: unclear });
  const said = first === undefined ? '' : ` (${saidOf(first.sent)})`;
  const reason = `No clear answer came, though the call was sent ${mostSendings} times${said}: nobody can tell whether it was applied.`;
  parkPlayer(terms, player, reason);
  return idle;
};

interface HeardPending {
  readonly pending: Pending;
  readonly heard: readonly HeardCall[];
}

const takeGroup = (terms: PlayTerms, player: Player, { pending, heard }: HeardPending): Next => {
  const { running } = player;
  const [first] = heard;
  if (running === undefined || first === undefined) return idle;
  terms.tell.judged(heard);
  switch (pending.as) {
    case 'resync':
      takeResync(terms, player, first);
      return idle;
    case 'after-race':
      return judgeNext(terms, player, { calls: pending.race ?? [], read: first });
    case 'doubted':
      return judgeAgain(terms, player, first);
    case 'alone':
      running.groups.push({ calls: [first] });
      if (!tellRefusedAlone(terms, player, first)) tellEnding(terms, player, running);
      return askBalance(running, 'resync');
    case 'step':
      if (heard.length === 1) return takeOne(terms, player, first);
      running.pending = {
        ...pendingOf([running.make.getBalance()], 'after-race'),
        race: asSent(heard),
      };
      return send();
  }
};

/** In the order in which they left. */
const asSent = (heard: readonly HeardCall[]): readonly HeardCall[] =>
  heard.toSorted((one, other) => leftAt(one) - leftAt(other));

const leftAt = ({ earlier: [first], sent }: HeardCall): number => (first ?? sent).sentAt;

/** A call on its own: a balance that is as it must be needs no judge. */
const takeOne = (terms: PlayTerms, player: Player, heard: HeardCall): Next => {
  const { running, account } = player;
  if (running === undefined) return idle;
  if (running.state === undefined && !heard.planned.isLost) {
    const balance = balanceIn(terms, player, heard);
    const answered = balance === undefined ? undefined : { balance, policy: terms.plan.quirks };
    const after = answered && afterAnswer(account, heard.planned, answered);
    if (after !== undefined) {
      setAccount(player, after);
      running.groups.push({ calls: [heard] });
      return advance(terms, player, running);
    }
  }
  return judgeNext(terms, player, { calls: [heard] });
};

const setAccount = (player: Player, after: LoadAccount): void => {
  const { account, past } = player;
  if (after.balance !== account.balance) past.push(account.balance);
  if (past.length > mostPast) past.shift();
  player.account = after;
};

const mostPast = 16;

/** The balance of an answer that nothing is to be said of; undefined for any other. */
const balanceIn = (
  { reader }: PlayTerms,
  { account: { scale }, who: { currency } }: Player,
  { sent: { answer }, label }: HeardCall,
): bigint | undefined => {
  const quickly = reader.read(answer, scale);
  if (quickly !== undefined) return quickly;
  const read = readAnswer(answer);
  if (read.kind !== 'balance') return undefined;
  const units = toUnits(read.balance, scale);
  if (units === undefined) return undefined;
  const linted = { call: { label, exchange: { answer } }, answer: read, currency };
  if (lintAnswer(linted as Parameters<typeof lintAnswer>[0]).length > 0) return undefined;
  reader.learn(answer);
  return units;
};

const judgeNext = (terms: PlayTerms, player: Player, group: HeardGroup): Next => {
  const { running } = player;
  if (running === undefined) return idle;
  const judged = ({ calls, read }: HeardGroup) => ({
    calls: calls.map(terms.evidence.callOf),
    ...(read === undefined ? {} : { read: terms.evidence.callOf(read) }),
  });
  running.state ??= running.groups.reduce(
    (state, each) => judgeGroup(state, judged(each)),
    openJudgement(terms.plan, running.start),
  );
  running.before = running.state;
  running.groups.push(group);
  running.state = judgeGroup(running.before, judged(group));
  const calls = group.calls.filter((call) => !isOld(player, call));
  const hasOld = group.read !== undefined && calls.length < group.calls.length;
  if (hasOld && breachesIn(running.state).length > 0) {
    const withoutOld = judgeGroup(running.before, judged({ ...group, calls }));
    if (breachesIn(withoutOld).length === 0) {
      running.state = withoutOld;
      terms.tell.late();
    }
  }
  return goOn(terms, player, running);
};

/** A getBalance among calls at once that shows a balance of a moment ago, as that of a copy may be. */
const isOld = ({ past, account: { scale } }: Player, { planned, sent }: HeardCall): boolean => {
  if (planned.callback.type !== 'getBalance') return false;
  const units = balanceUnits(sent.answer, scale);
  return units !== undefined && past.includes(units);
};

/** A balance that nobody expected may have been an older one: it was read once more. */
const judgeAgain = (terms: PlayTerms, player: Player, read: HeardCall): Next => {
  const { running } = player;
  const last = running?.groups.pop();
  if (running?.before === undefined || last === undefined) return idle;
  running.state = running.before;
  const group = last.read === undefined ? { calls: [read] } : { ...last, read };
  const next = judgeNext(terms, player, group);
  if (running.state.ending === undefined) terms.tell.late();
  return next;
};

/** So long is waited before a balance that nobody expected is read again. */
const readAgainAfterMs = [150, 1000] as const;

const goOn = (terms: PlayTerms, player: Player, running: Running): Next => {
  const { state, groups } = running;
  if (state === undefined) return idle;
  if (state.ending === undefined) {
    tellForm(terms, player, running);
    const after = accountAfter(state, running);
    if (after !== undefined) setAccount(player, after);
    return advance(terms, player, running);
  }
  const last = groups.at(-1);
  const decidedBy = last?.read ?? last?.calls[0];
  const afterMs = readAgainAfterMs[running.reads];
  if (state.ending.kind === 'breach' && hasBalance(decidedBy) && afterMs !== undefined) {
    running.reads += 1;
    return askBalance(running, 'doubted', afterMs);
  }
  const refused = refusedAtOnce(running);
  if (refused !== undefined) {
    running.pending = pendingOf([running.make.makeBet(refused)], 'alone');
    return send();
  }
  tellEnding(terms, player, running);
  return askBalance(running, 'resync');
};

/** A getBalance, answered with an amount: it may be an old one. */
const hasBalance = (heard: HeardCall | undefined): boolean =>
  heard !== undefined && isRead(heard) && hearAnswer(heard.sent).kind === 'balance';

const isRead = ({ planned }: HeardCall): boolean => planned.callback.type === 'getBalance';

/** What comes next is a getBalance. */
const askBalance = (running: Running, as: Pending['as'], afterMs?: number): Next => {
  running.pending = pendingOf([running.make.getBalance()], as);
  return send(afterMs);
};

const advance = (terms: PlayTerms, player: Player, running: Running): Next => {
  const next = running.steps.next();
  if (next.done !== true) {
    running.pending = pendingOf(next.value, 'step');
    return send();
  }
  // What a lost answer left open, a quiet read tells.
  const { state, groups } = running;
  if (state !== undefined && state.ending === undefined && isUnsure(state)) {
    const wasRead = groups.at(-1)?.calls.every(isRead) ?? false;
    return askBalance(running, wasRead ? 'resync' : 'step');
  }
  player.running = undefined;
  noteConfirmed(terms, player, running);
  terms.tell.played(player, running);
  return idle;
};
