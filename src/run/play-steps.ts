import { pause } from '../base/clock.ts';
import type { AuditStep, CallOptions, ClockStep, LaunchStep, Step } from '../formats/scenario/scenario.ts';
import type { Call } from '../judge/call.ts';
import { judgeCall } from '../judge/one-call.ts';
import { type Account, accountKey, accountOf } from '../ledger/account.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { findAfterRefusal } from './after-refusal.ts';
import { auditCalls } from './audit.ts';
import { composeRawStep, composeStep } from './compose-step.ts';
import { playEarlier } from './earlier-bets.ts';
import { findStakeLimit, findWinLimit, isBeyond } from './limits.ts';
import { quietRead } from './own-calls.ts';
import { endByCause, endInconclusive, type Play, plainOptions, sendCall } from './play.ts';
import { noteShown, playTogether, takeRead } from './play-together.ts';
import { playKill, playRestart } from './restart-agent.ts';
import type { ComposedCall } from './run-context.ts';
import { currencyOf, playerOf } from './run-players.ts';
import { findLag, findLate, findOldReads, findStranger } from './second-looks.ts';
import { expandOthers, expandPack, type StepsLeft, stepsLeft } from './steps.ts';

/** Plays steps one after another, until the judgement ends or the run is interrupted. */
export const playSteps = async (play: Play, steps: readonly Step[]): Promise<void> => {
  const left = stepsLeft(steps);
  for (let step = left.take(); step !== undefined; step = left.take()) {
    if (play.state.ending !== undefined || play.context.signal.aborted) return;
    await playStep(play, step, left);
  }
};

/** `left`: the steps after it, of which it may take some, or put some before them. */
const playStep = async (play: Play, step: Step, left: StepsLeft): Promise<void> => {
  switch (step.kind) {
    case 'wait':
      return await pause(play.context.clock, step.durationMs, play.context.signal);
    case 'patience':
      return await waitPatiently(play);
    case 'others':
      left.putFirst(expandOthers(step));
      return;
    case 'repeat':
      left.putFirst(step.steps, step.count);
      return;
    case 'matrix':
      // What a run has not drawn from before.
      left.putFirst(step.rows.flatMap(({ steps }) => steps));
      return;
    case 'pack':
      left.putFirst(expandPack(step, play.context.quirks.packWin));
      return;
    case 'earlier':
      return await playEarlier(play, step);
    case 'audit':
      return await playAudit(play, step, left);
    case 'together':
      return await playTogether(play, step, left);
    case 'raw':
      return await playCall(play, composeRawStep(play, step), { options: step, left });
    case 'restart':
      play.shown.clear();
      return await playRestart(play);
    case 'kill':
      play.shown.clear();
      return await playKill(play, step);
    case 'launch':
      return await playLaunch(play, step);
    case 'clock':
      return await moveClock(play, step);
    default: {
      const limit = play.context.causes.limit();
      if (limit !== undefined && step.kind === 'makeBet' && isBeyond(limit, step, play.scenario.fund)) {
        endByCause(play, { ...limit, exchanges: [] });
        return;
      }
      return await playCall(play, composeStep(play, step), { options: step.options, left });
    }
  }
};

/** What a shorter patience may miss is said: an agent may forget after it. Milliseconds. */
const duePatienceMs = 7000;

const waitPatiently = async ({ context }: Play): Promise<void> => {
  const { patienceMs, causes, clock, signal } = context;
  if (patienceMs < duePatienceMs) {
    const [waited, due] = [patienceMs / 1000, duePatienceMs / 1000];
    const message = `An agent that forgets later than ${waited} s after a call is not detected: the scenario needs ${due} s.`;
    causes.note({ code: 'short-patience', message, exchanges: [] });
  }
  await pause(clock, patienceMs, signal);
};

/** As much older than the run has patience are the first transactions of a run when they are audited: 8 s become 10.4. */
const auditedAfter = 1.3;

/** Transactions of the whole run, once more. */
const playAudit = async (play: Play, step: AuditStep, left: StepsLeft): Promise<void> => {
  const { players, transactions, clock, patienceMs, signal } = play.context;
  const player = playerOf(players, step.options);
  const account = { playerId: player.id, currency: currencyOf(player, step.options) };
  transactions?.note(Number.POSITIVE_INFINITY, play);
  const dueAt = (transactions?.begunAt() ?? 0) + auditedAfter * patienceMs;
  await pause(clock, Math.max(0, dueAt - clock.now()), signal);
  for (const call of auditCalls(play, step, account)) {
    if (play.state.ending !== undefined || play.context.signal.aborted) return;
    await playCall(play, call, { options: step.options, left });
  }
};

/** Sends, judges, and looks after a refusal whether money moved all the same. `left`: the steps that follow. */
const playCall = async (
  play: Play,
  composed: ComposedCall,
  { options, left }: { readonly options: Pick<CallOptions, 'expect'>; readonly left: StepsLeft },
): Promise<void> => {
  noteShown(play, await judgeOne(play, composed, options));
  if (play.state.ending !== undefined || play.state.refused === undefined) return;
  const account = accountToProbe(play, composed);
  if (account === undefined) return;
  const isOpen = composed.intent.kind === 'invalid' && options.expect.kind === 'any';
  const kind = isOpen ? 'opening' : 'probe';
  // The scenario's own getBalance where it comes next.
  const step = takeRead(play, left, new Map([[accountKey(account), account]]));
  const own = step && composeStep(play, step);
  const probe =
    own?.callback === undefined
      ? quietRead(play, account, kind)
      : { ...own, intent: { kind, callback: own.callback } as const };
  noteShown(play, await judgeOne(play, probe, plainOptions));
};

/** Judges a call by its answer, and by another one where its money looks wrong. */
const judgeOne = async (play: Play, composed: ComposedCall, options: Pick<CallOptions, 'expect'>): Promise<Call> => {
  const call = await sendCall(play, composed, options);
  const before = play.state;
  play.state = judgeCall(before, call);
  const [judged = call] = await findOldReads(play, before, {
    reads: [call],
    judge: ([read = call]) => judgeCall(before, read),
  });
  await findLag(play, before, [call]);
  await findLate(play, before, call);
  await findStranger(play, before, call);
  await findAfterRefusal(play, before, { call, composed });
  await findStakeLimit(play, before, [call]);
  await findWinLimit(play, before, [call]);
  return judged;
};

/** The account of the refused call; the first of the scenario where it has none that we know. */
const accountToProbe = (play: Play, { callback }: ComposedCall): Account | undefined => {
  if (callback !== undefined && balanceOf(play.state.ledger, callback) !== undefined) {
    return { playerId: callback.playerId, currency: callback.currency };
  }
  const [first] = play.state.ledger.balances.keys();
  return first === undefined ? undefined : accountOf(first);
};

/** Makes the agent ask for a launch link, and keeps what it asked of the platform. */
const playLaunch = async (play: Play, step: LaunchStep): Promise<void> => {
  const { context, scenario } = play;
  const [player] = context.players.known;
  const { launch } = context.hooks;
  if (player === undefined || launch === undefined) {
    throw new TypeError(`${scenario.file} is played without hooks.launch.`);
  }
  const username = step.username ?? player.username;
  const launched = await launch({
    player,
    username,
    gameId: context.gameId,
    currency: player.currencies[0] ?? 'USD',
    fault: step.fault,
  });
  play.launches.push({ line: step.place.line, fault: step.fault, username, ...launched });
};

/** Moves the platform's clock, as far as it can be moved. */
const moveClock = async (play: Play, { order }: ClockStep): Promise<void> => {
  const { clock } = play.context.hooks;
  if (clock === undefined) {
    throw new TypeError(`${play.scenario.file} is played without a clock to move.`);
  }
  try {
    await clock.order(order);
  } catch (error) {
    if (!(error instanceof WalletproofError)) throw error;
    endInconclusive(play, `${error.message} ${error.remedy}`);
  }
};
