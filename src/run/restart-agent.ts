import { pause } from '../base/clock.ts';
import { groupBy } from '../base/group-by.ts';
import type { PlatformClock } from '../base/platform-clock.ts';
import type { CallOptions, KillStep } from '../formats/scenario/scenario.ts';
import { type Call, hearAnswer } from '../judge/call.ts';
import { judgeKilled } from '../judge/killed.ts';
import { judgeCall } from '../judge/one-call.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { isAboutSession, readAnswer } from '../wire/read-answer.ts';
import { sessionsNeeded } from './compose-callback.ts';
import { composeStep } from './compose-step.ts';
import { mainSessions, readBalance, shownBalance } from './own-calls.ts';
import { endByCause, endInconclusive, longestCallMs, openSessions, type Play, plainOptions, sendCall } from './play.ts';
import { accountsOf, settleDoubts } from './play-together.ts';
import type { ComposedCall, KillProblem } from './run-context.ts';
import { mainAccount } from './run-players.ts';

/** How long the agent may take to come back, and how often it is asked, milliseconds. */
const restartTimeoutMs = 30_000;
const pauseMs = 100;

/** Restarts the agent, and goes on when it answers again; inconclusive when it does not. */
export const playRestart = async (play: Play): Promise<void> => {
  const problem = await play.context.hooks.restart?.();
  if (problem !== undefined) return endInconclusive(play, `The agent was not restarted: ${problem}`);
  // What it answers is for the next step to judge.
  await untilBack(play, isAnswered);
};

/** The call as it is sent once the agent is back: in a new session where the old one is gone. */
type Move = (call: ComposedCall) => ComposedCall;

const asItWas: Move = (call) => call;

/** Asks until there is such an answer, and opens sessions anew where they are gone. */
const untilBack = async (play: Play, isBack: (call: Call) => boolean): Promise<Move> => {
  const { clock, signal } = play.context;
  const until = clock.now() + restartTimeoutMs;
  for (;;) {
    const call = await readBalance(play, mainAccount(play.context.players), 'valid');
    if (isBack(call)) return await renewSessions(play, call);
    if (signal.aborted) return asItWas;
    if (clock.now() > until) {
      const limit = `${restartTimeoutMs / 1000} s`;
      endInconclusive(play, `The agent did not answer within ${limit} of its restart.`);
      return asItWas;
    }
    await pause(clock, pauseMs, signal);
  }
};

const isAnswered = ({ exchange }: Call): boolean => readAnswer(exchange.answer).kind !== 'none';

/**
 * What becomes of sessions is left open by section 3: an agent may keep them in memory. Where it
 * knows none after its restart they are opened anew, and calls of before are sent again in those.
 * `first`: its first answer after the restart.
 */
const renewSessions = async (play: Play, first: Call): Promise<Move> => {
  const { context, names, scenario, callbacks, composed, terms } = play;
  const answer = readAnswer(first.exchange.answer);
  if (answer.kind !== 'error') return asItWas;
  const isForgotten = context.sessions.refusalCodes()?.includes(answer.error ?? '') === true || isAboutSession(answer);
  if (!isForgotten) return asItWas;
  const wanted = [...mainSessions(context), ...sessionsNeeded(context, scenario)];
  const before = wanted.map((each) => [each, names.session(each)] as const);
  if (!context.sessions.renew()) return asItWas;
  await atSystemTime(context.hooks.clock, async () => await openSessions(play, wanted));
  const renewed = new Map(before.map(([each, id]) => [id, names.session(each)]));
  const inNewSession = (callback: Callback): Callback => ({
    ...callback,
    sessionId: renewed.get(callback.sessionId) ?? callback.sessionId,
  });
  const move: Move = (call) =>
    call.callback === undefined
      ? call
      : { ...call, ...composeMessage(inNewSession(call.callback), terms), isMoved: true };
  for (const [name, callback] of callbacks) callbacks.set(name, inNewSession(callback));
  for (const [name, call] of composed) composed.set(name, move(call));
  return move;
};

/** By a clock that a step has moved, what the agent asks would be refused as expired. */
const atSystemTime = async (clock: PlatformClock | undefined, act: () => Promise<void>): Promise<void> => {
  if (clock === undefined) return await act();
  const { now, shiftMs, frozen } = clock.state();
  clock.shift(0);
  await act();
  if (frozen) clock.freeze();
  clock.set(frozen ? now : clock.now() + shiftMs);
};

/** A call that was made before the agent was killed, and what came of it. */
interface Sent {
  readonly call: Call;
  readonly composed: ComposedCall;
}

/**
 * Kills the agent while calls are under way. What it has answered it must know still; what it has not answered was applied
 * wholly or not at all: each of these comes again, as the platform sends it, and is applied once.
 */
export const playKill = async (play: Play, step: KillStep): Promise<void> => {
  await settleDoubts(play);
  const anchor = anchorOf(play);
  const rows = await killAmid(play, step);
  if (play.state.ending !== undefined) return;
  const calls = rows.flat().map(({ call }) => call);
  play.state = judgeKilled(play.state, calls);
  // While it starts, a server may answer for it.
  const move = await untilBack(play, ({ exchange: { answer } }) => answer.kind === 'answered' && answer.status < 500);
  if (play.state.ending !== undefined || play.context.signal.aborted) return;
  if (anchor !== undefined && (await hasBegunAnew(play, move(anchor)))) return;
  const accounts = accountsOf(calls);
  for (const account of accounts) await judgeRead(play, account);
  for (const { composed } of rows.flatMap(toSendAgain)) {
    if (play.state.ending !== undefined) return;
    const again = { ...move(composed), label: `${composed.label} again (after the kill)` };
    play.state = judgeCall(play.state, await sendCall(play, again, plainOptions));
  }
  for (const account of accounts) await judgeRead(play, account);
};

/** Of a row what has no clear answer, and the last that has one. */
const toSendAgain = (row: readonly Sent[]): Sent[] => {
  const isHeard = ({ call }: Sent): boolean => hearAnswer(call.exchange).kind === 'balance';
  return [...row.filter(isHeard).slice(-1), ...row.filter((each) => !isHeard(each))];
};

const judgeRead = async (play: Play, account: Account): Promise<void> => {
  if (play.state.ending !== undefined) return;
  play.state = judgeCall(play.state, await readBalance(play, account, 'killed'));
};

/** Sends calls, those of an account one after another, until the agent is gone; what was sent of each. */
const killAmid = async (play: Play, { steps, count }: KillStep): Promise<readonly (readonly Sent[])[]> => {
  const { clock, hooks, known, signal } = play.context;
  const { latencyMs = 1 } = known;
  const rows = rowsOf(play, { steps, count });
  let isOver = false;
  const progress = createProgress();
  const keepSending = async (row: readonly ToSend[]): Promise<Sent[]> => {
    const sent: Sent[] = [];
    for (const { composed, options } of row) {
      if (isOver || signal.aborted) break;
      const call = await sendCall(play, composed, options);
      const answer = readAnswer(call.exchange.answer);
      if (answer.kind === 'none' && answer.failure === 'interrupted') break;
      sent.push({ call, composed });
      progress.made(call.exchange.durationMs);
      if (answer.kind === 'none') break;
    }
    return sent;
  };
  const kill = async (): Promise<KillProblem | undefined> => {
    // A few calls are through; whatever the others are at by then.
    const { dice } = play.terms;
    const callMs = await progress.reached(dice.integer(1, Math.max(1, Math.min(4, rows.flat().length / 2))), latencyMs);
    await pause(clock, (Math.min(callMs, longestCallMs) * dice.integer(2, 9)) / 10, signal);
    const problem = await hooks.kill?.();
    isOver = true;
    return problem;
  };
  const sending = Promise.all(rows.map(keepSending));
  // An agent that answers nothing is killed all the same.
  void sending.finally(progress.end);
  const [problem, sent] = await Promise.all([kill(), sending]);
  if (problem !== undefined) endUnkilled(play, problem);
  return sent;
};

const endUnkilled = (play: Play, { reason, cause: code }: KillProblem): void => {
  const message = `The agent was not killed: ${reason}`;
  if (code === undefined) endInconclusive(play, message);
  else endByCause(play, { code, message: `${message}.`, exchanges: [] });
};

interface ToSend {
  readonly composed: ComposedCall;
  readonly options: Pick<CallOptions, 'expect'>;
}

/**
 * A row for each account: so no more than one of its calls is without an answer. Composed beforehand, since a stored run is
 * judged again by the same ids. Over new connections: HTTP clients send again by themselves what breaks off on a kept one.
 */
const rowsOf = (play: Play, { steps, count }: Pick<KillStep, 'steps' | 'count'>): readonly (readonly ToSend[])[] => {
  const all = Array.from({ length: count }, () => steps).flat();
  const made = all.map((step) => ({
    composed: { ...composeStep(play, step), connection: 'fresh' } as const,
    options: step.options,
  }));
  const account = ({ composed: { callback } }: ToSend): string => (callback === undefined ? '' : accountKey(callback));
  return [...groupBy(made, account).values()];
};

/** How many calls have come back, and how long one takes. */
const createProgress = () => {
  let count = 0;
  let callMs: number | undefined;
  let look = (): void => undefined;
  let isOver = false;
  return {
    made: (durationMs: number): void => {
      count += 1;
      callMs = durationMs;
      look();
    },
    end: (): void => {
      isOver = true;
      look();
    },
    /** How long the last of so many took, once they are there; `otherwise` where none comes. */
    reached: (wanted: number, otherwise: number): Promise<number> =>
      new Promise((resolve) => {
        look = () => {
          if (isOver || count >= wanted) resolve(callMs ?? otherwise);
        };
        look();
      }),
  };
};

/** A makeBet of the scenario that was applied for certain, and moved money. */
const anchorOf = ({ state, composed, context }: Play): ComposedCall | undefined => {
  const main = accountKey(mainAccount(context.players));
  return [...composed.values()].find(({ callback }) => {
    const known = state.ledger.transactions.get(transactionIdOf(callback) ?? '');
    const isOfMain = known !== undefined && accountKey(known.account) === main;
    return callback?.type === 'makeBet' && isOfMain && known.state === 'processed' && !known.bet.eq(known.win);
  });
};

/**
 * Whether the agent has begun anew: it has another balance than it can have, and moves the money of a transaction that it
 * had long before once more. That is no database, and its own choice where only tests run it so.
 */
const hasBegunAnew = async (play: Play, anchor: ComposedCall): Promise<boolean> => {
  const account = mainAccount(play.context.players);
  const read = await readBalance(play, account, 'killed');
  if (judgeCall(play.state, read).ending === undefined) return false;
  const again = await sendCall(play, { ...anchor, label: `${anchor.label} again` }, plainOptions);
  const [before, after] = [read, again].map((call) => shownBalance(call, account.currency));
  const isKnown = before !== undefined && after !== undefined && before.eq(after);
  if (isKnown) return false;
  endByCause(play, {
    code: 'forgets-all',
    message: 'The agent has begun anew after it was killed: it knows neither its balances nor its transactions.',
    exchanges: [read.exchange.id, again.exchange.id],
  });
  return true;
};
