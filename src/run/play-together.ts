import { isDeepStrictEqual } from 'node:util';
import { pause } from '../base/clock.ts';
import type { CallStep, GetBalanceStep, TogetherStep } from '../formats/scenario/scenario.ts';
import { judgeTogether, type Together } from '../judge/at-once.ts';
import { type Call, hearAnswer } from '../judge/call.ts';
import { type Case, unsureAccounts } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import type { Exchange } from '../spec/exchange.ts';
import { composeStep } from './compose-step.ts';
import { findStakeLimit } from './limits.ts';
import { readBalance, sendLostAgain } from './own-calls.ts';
import { type Play, plainOptions, sendCall, usualCallMs } from './play.ts';
import type { ComposedCall, Races, RunContext } from './run-context.ts';
import { currencyOf, playerOf } from './run-players.ts';
import { besideOldReads, findLag, findOldReads, isDoubtful, waitFor } from './second-looks.ts';
import { type StepsLeft, stepsLeft } from './steps.ts';

/**
 * Sends calls at the same time, and reads each of their accounts afterwards. `left`: the steps that
 * follow; a getBalance among the next ones is such a read.
 */
export const playTogether = async (play: Play, { steps, ...about }: TogetherStep, left: StepsLeft): Promise<void> => {
  const size = mostAtOnce(play.context, steps.length);
  for (let at = 0; at < steps.length; at += size) {
    const isLast = at + size >= steps.length;
    const race = { ...about, steps: steps.slice(at, at + size) };
    await playRace(play, race, isLast ? left : stepsLeft());
  }
};

/**
 * An agent may handle the calls of a player one after another: so many are sent at once that the
 * last is answered within half of the time limit, and no more than it takes in a second. What is
 * more makes races of its own.
 */
export const mostAtOnce = ({ known, timeoutMs }: Pick<RunContext, 'known' | 'timeoutMs'>, wanted: number): number => {
  const { latencyMs = 0, ratePerSecond = Number.POSITIVE_INFINITY } = known;
  const most = Math.floor(Math.min(timeoutMs / 2 / Math.max(latencyMs, 1), ratePerSecond));
  return Math.max(fewest, Math.min(wanted, most));
};

/** Fewer are no race. */
const fewest = 2;

const playRace = async (play: Play, { steps, title, row = [] }: TogetherStep, left: StepsLeft): Promise<void> => {
  if (play.state.ending !== undefined || play.context.signal.aborted) return;
  await settleDoubts(play);
  if (play.state.ending !== undefined) return;
  const composed = steps.map((step) => ({ step, call: composeStep(play, step) }));
  const accounts = accountsOf(composed.map(({ call }) => call));
  const { races = alone } = play.context;
  await races.inTurn(async () => {
    await warmConnections(play, composed.length, accounts[0]);
    const delays = delaysOf(play, row, title);
    const calls = await Promise.all(
      composed.map(async ({ step, call }) => {
        const delayMs = row.includes(step) ? delays.shift() : undefined;
        if (delayMs !== undefined) await pause(play.context.clock, delayMs, play.context.signal);
        // What is to arrive at once must leave at once, also below a rate.
        const burst = delayMs === undefined ? composed.length : 1;
        return await sendCall(play, { ...call, burst }, step.options);
      }),
    );
    const reads = await readAll(play, accounts, left);
    await judgeRace(play, { calls, reads, title });
  });
};

/**
 * When the calls of a row leave: with the others; every second time one after another, as long as
 * a call takes and half as long. What is quick to read and write then meets what is slow to commit.
 */
const delaysOf = ({ raced, context }: Play, row: readonly CallStep[], title: string | undefined): number[] => {
  if (title === undefined) return [];
  const count = raced.get(title) ?? 0;
  raced.set(title, count + 1);
  if (count % 2 === 0) return [];
  const spanMs = 1.5 * usualCallMs(context);
  return row.map((_, n) => (spanMs * (n + 1)) / row.length);
};

/** Nobody else races, and nothing is known of open connections. */
const alone: Races = { warmed: 0, inTurn: async (race) => await race() };

/** A call whose answer was lost may have arrived or not: a quiet read tells, before a race begins. */
export const settleDoubts = async (play: Play): Promise<void> => {
  await sendLostAgain(play);
  for (const account of unsureAccounts(play.state)) {
    play.state = judgeCall(play.state, await readBalance(play, account, 'valid'));
    if (play.state.ending !== undefined) return;
  }
};

/** So many connections are opened beforehand: the calls of a larger race come as quickly by themselves. */
const mostWarmed = 8;

/**
 * Quiet reads at the same time: a call whose connection must be opened first comes too late for a
 * race of a few. What is open stays open for the next race.
 */
const warmConnections = async (play: Play, calls: number, account: Account | undefined): Promise<void> => {
  const { races = { ...alone }, known } = play.context;
  const wanted = Math.min(calls, mostWarmed);
  if (account === undefined || wanted <= races.warmed || known.connections === 'fresh') return;
  races.warmed = wanted;
  await Promise.all(Array.from({ length: wanted }, () => readBalance(play, account, 'valid')));
};

/**
 * One getBalance for each account: the scenario's own where it follows, else a quiet one. One that
 * may be old does not tell which of several orders it was.
 */
const readAll = async (play: Play, accounts: readonly Account[], left: StepsLeft): Promise<readonly Call[]> => {
  const unread = new Map(accounts.map((account) => [accountKey(account), account]));
  const reads: Call[] = [];
  const own = play.context.staleness?.isConfirmed === true ? stepsLeft() : left;
  for (let step = takeRead(play, own, unread); step !== undefined; ) {
    reads.push(await sendCall(play, composeStep(play, step), step.options));
    step = takeRead(play, own, unread);
  }
  for (const account of unread.values()) reads.push(await readBalance(play, account, 'valid'));
  return reads;
};

/** Takes the next step where it is a plain getBalance of one of the accounts, and that account with it. */
export const takeRead = (
  { context }: Play,
  left: StepsLeft,
  accounts: Map<string, Account>,
): GetBalanceStep | undefined => {
  const next = left.next();
  if (next?.kind !== 'getBalance' || !isPlain(next)) return undefined;
  const player = playerOf(context.players, next.options);
  const currency = currencyOf(player, next.options);
  if (!accounts.delete(accountKey({ playerId: player.id, currency }))) return undefined;
  left.take();
  return next;
};

/** A getBalance that is nothing but a question for the balance, of whichever account. */
const isPlain = ({ freespins, options }: GetBalanceStep): boolean => {
  const { player, currency: _, about: __, ...others } = options;
  const said = Object.entries(others).filter(([, value]) => value !== undefined);
  return (
    freespins === undefined &&
    typeof (player ?? 1) === 'number' &&
    isDeepStrictEqual(Object.fromEntries(said), plainOptions)
  );
};

const judgeRace = async (play: Play, race: Together): Promise<void> => {
  const { calls, reads } = race;
  play.shown.clear();
  const before = play.state;
  play.state = besideOldReads(play, before, { race, judged: judgeTogether(before, race) });
  // A getBalance among the calls is as old, and nobody can tell what it says of the race.
  const judge = (again: Together['reads']) => judgeTogether(before, { ...race, reads: again });
  const judged = calls.some(isRead) ? reads : await findOldReads(play, before, { reads, judge });
  await findLag(play, before, reads);
  await waitFor(play, before, async () => await readAgain(play, before, race));
  await findStakeLimit(play, before, calls);
  // What a read of the scenario shows besides the money: its form, and that the step was played.
  for (const read of judged) {
    if (play.state.ending !== undefined) return;
    if (read.line !== undefined) play.state = judgeCall(play.state, read);
    noteShown(play, read);
  }
};

const isRead = ({ exchange }: Call): boolean => exchange.kind === 'getBalance';

/** Reads the accounts of a race once more; undefined where they are wrong still. */
const readAgain = async (play: Play, before: Case, race: Together) => {
  const reads = await readAll(play, accountsOf(race.calls), stepsLeft());
  const [read] = reads;
  const judged = judgeTogether(before, { ...race, reads });
  if (read === undefined || isDoubtful(judged)) return undefined;
  return { read, must: reads.map(({ exchange }) => shownIn(exchange)).join(' and ') };
};

const shownIn = (exchange: Exchange): string => {
  const answer = hearAnswer(exchange);
  return answer.kind === 'balance' ? answer.balance : 'none';
};

/** A getBalance that the ledger agrees with proves what an account has, until its next call. */
export const noteShown = ({ shown, state }: Play, { intent, exchange }: Call): void => {
  if (!('callback' in intent)) {
    shown.clear();
    return;
  }
  const isFollowed = state.ending === undefined && state.refused === undefined;
  const key = accountKey(intent.callback);
  if (intent.callback.type === 'getBalance' && isFollowed) shown.set(key, exchange.id);
  else shown.delete(key);
};

/** The accounts that calls are about, each once. */
export const accountsOf = (calls: readonly { readonly intent: ComposedCall['intent'] }[]): Account[] => {
  const accounts = new Map<string, Account>();
  for (const { intent } of calls) {
    if ('callback' in intent) accounts.set(accountKey(intent.callback), intent.callback);
  }
  return [...accounts.values()];
};
