import { readAnswer } from '../callbacks/read-answer.ts';
import type { CallOptions, LaunchStep, Step, TogetherStep } from '../formats/scenario/scenario.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { judgeTogether } from '../judges/judge-together.ts';
import { unsureAccounts } from '../judges/possible-worlds.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey, balanceOf } from '../ledger/ledger.ts';
import { pause } from '../world/clock.ts';
import { composeRawStep, composeStep, expandOthers, expandPack } from './compose-step.ts';
import { findLag } from './find-lag.ts';
import { readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { endInconclusive, sendCall } from './play.ts';
import type { ComposedCall } from './run-context.ts';
import { mainAccount } from './run-players.ts';

/** Plays steps one after another, until the judgement ends or the run is interrupted. */
export const playSteps = async (play: Play, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) {
    if (play.state.ending !== undefined || play.context.signal.aborted) return;
    await playStep(play, step);
  }
};

const playStep = async (play: Play, step: Step): Promise<void> => {
  switch (step.kind) {
    case 'wait':
      return await pause(play.context.clock, step.durationMs, play.context.signal);
    case 'patience':
      return await waitPatiently(play);
    case 'others':
      return await playSteps(play, expandOthers(step));
    case 'repeat':
      for (let round = 0; round < step.count; round += 1) await playSteps(play, step.steps);
      return;
    case 'pack':
      return await playSteps(play, expandPack(step, play.context.quirks.packWin));
    case 'together':
      return await playTogether(play, step);
    case 'raw':
      return await playCall(play, composeRawStep(play, step), step);
    case 'restart':
      return await playRestart(play);
    case 'launch':
      return await playLaunch(play, step);
    default:
      return await playCall(play, composeStep(play, step), step.options);
  }
};

/** What a shorter patience may miss is said: an agent may forget after it. Milliseconds. */
const usualPatienceMs = 7000;

const waitPatiently = async ({ context }: Play): Promise<void> => {
  const { patienceMs, causes, clock, signal } = context;
  if (patienceMs < usualPatienceMs) {
    const [waited, due] = [patienceMs / 1000, usualPatienceMs / 1000];
    const message = `What an agent forgets later than ${waited} s after a call is not seen: ${due} s are due.`;
    causes.note({ code: 'short-patience', message, exchanges: [] });
  }
  await pause(clock, patienceMs, signal);
};

/** Sends, judges, and looks after a refusal whether money moved all the same. */
const playCall = async (
  play: Play,
  composed: ComposedCall,
  options: Pick<CallOptions, 'expect'>,
): Promise<void> => {
  const call = await sendCall(play, composed, options);
  const before = play.state;
  play.state = judgeCall(before, call);
  await findLag(play, before, [call]);
  if (play.state.ending !== undefined || play.state.refused === undefined) return;
  const account = accountToProbe(play, composed);
  if (account === undefined) return;
  const isOpen = composed.intent.kind === 'invalid' && options.expect.kind === 'any';
  const probe = await readBalance(play, account, isOpen ? 'opening' : 'probe');
  const refused = play.state;
  play.state = judgeCall(refused, probe);
  await findLag(play, refused, [probe]);
};

/** The account of the refused call; the first of the scenario where it has none that we know. */
const accountToProbe = (play: Play, { callback }: ComposedCall): Account | undefined => {
  if (callback !== undefined && balanceOf(play.state.ledger, callback) !== undefined) {
    return { playerId: callback.playerId, currency: callback.currency };
  }
  const [first] = play.state.ledger.balances.keys();
  if (first === undefined) return undefined;
  const [playerId = '', currency = ''] = JSON.parse(first) as string[];
  return { playerId, currency };
};

/** Sends calls at the same time, and reads each of their accounts afterwards. */
const playTogether = async (play: Play, { steps }: TogetherStep): Promise<void> => {
  await settleDoubts(play);
  if (play.state.ending !== undefined) return;
  const composed = steps.map((step) => ({ step, call: composeStep(play, step) }));
  await warmConnections(
    play,
    composed.map(({ call }) => call),
  );
  const calls = await Promise.all(
    composed.map(({ step, call }) => sendCall(play, call, step.options)),
  );
  const reads = [];
  for (const account of accountsOf(calls)) reads.push(await readBalance(play, account, 'valid'));
  const before = play.state;
  play.state = judgeTogether(before, { calls, reads });
  await findLag(play, before, reads);
};

/** A call whose answer was lost may have arrived or not: a quiet read tells, before a race begins. */
const settleDoubts = async (play: Play): Promise<void> => {
  for (const account of unsureAccounts(play.state)) {
    play.state = judgeCall(play.state, await readBalance(play, account, 'valid'));
    if (play.state.ending !== undefined) return;
  }
};

/**
 * Quiet reads at the same time, as many as there will be calls: a connection that must be opened
 * first comes too late for a race.
 */
const warmConnections = async (play: Play, calls: readonly ComposedCall[]): Promise<void> => {
  const [account] = accountsOf(calls);
  if (account === undefined) return;
  await Promise.all(calls.map(() => readBalance(play, account, 'valid')));
};

const accountsOf = (calls: readonly { readonly intent: ComposedCall['intent'] }[]): Account[] => {
  const accounts = new Map<string, Account>();
  for (const { intent } of calls) {
    if ('callback' in intent) accounts.set(accountKey(intent.callback), intent.callback);
  }
  return [...accounts.values()];
};

/** How long the agent may take to come back, and how often it is asked, milliseconds. */
const restartTimeoutMs = 30_000;
const pauseMs = 100;

/** Restarts the agent, and goes on when it answers again; inconclusive when it does not. */
const playRestart = async (play: Play): Promise<void> => {
  const { clock, hooks, signal } = play.context;
  const problem = await hooks.restart?.();
  if (problem !== undefined)
    return endInconclusive(play, `The agent was not restarted: ${problem}`);
  const until = clock.now() + restartTimeoutMs;
  while (!(await isBack(play))) {
    if (signal.aborted) return;
    if (clock.now() > until) {
      const limit = `${restartTimeoutMs / 1000} s`;
      return endInconclusive(play, `The agent did not answer within ${limit} of its restart.`);
    }
    await pause(clock, pauseMs, signal);
  }
};

/** Whether anybody answers: what, is for the next step to judge. */
const isBack = async (play: Play): Promise<boolean> => {
  const { exchange } = await readBalance(play, mainAccount(play.context.players), 'valid');
  return readAnswer(exchange.answer).kind !== 'none';
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
