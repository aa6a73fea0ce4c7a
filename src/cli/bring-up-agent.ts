import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { durationText } from '../base/quantities.ts';
import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { AgentOutput, Run } from '../formats/run.ts';
import { secretsOf } from '../run/agent-client.ts';
import { type Awaited as AwaitedAgent, awaitAgent } from '../run/await-agent.ts';
import type { RunHooks } from '../run/run-context.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import type { Exchange } from '../spec/exchange.ts';
import { demand } from '../spec/walletproof-error.ts';
import { checkTarget } from '../wire/check-target.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { type Courier, createCourier } from '../wire/create-courier.ts';
import { isListening } from './is-listening.ts';
import type { PlayedOptions } from './options.ts';
import { log } from './output.ts';
import { demandCallbackUrl, type Settings } from './resolve-settings.ts';
import { type StartedAgent, startAgent } from './start-agent.ts';
import { type Interrupt, watchInterrupt } from './watch-interrupt.ts';

/** The agent of a run, once it was started and waited for as the options say. */
export type AgentUp = ReturnType<typeof upOf> & {
  /** Why nothing can be played: it did not come, or another one was there before it. */
  readonly root?: Run['root'];
};

interface AgentToBringUp {
  readonly settings: Settings;
  readonly options: Pick<PlayedOptions, 'start' | 'wait' | 'allowPublicTarget'>;
}

const usualWaitMs = 30_000;

/**
 * Starts the agent and waits for it. One that does not come is told at once, and is a root of the run. Where another one
 * answers already nothing is started: it would be tested in place of what the command starts.
 * @throws WalletproofError target, where the callback URL may not be called.
 */
export const bringUpAgent = async ({ settings, options }: AgentToBringUp): Promise<AgentUp> => {
  const { start } = options;
  const remedy = "Give the command that starts your agent, such as --start 'npm start'.";
  demand(start === undefined || start.trim() !== '', '--start names no command.', remedy);
  const url = demandCallbackUrl(settings);
  const allowPublicTarget = options.allowPublicTarget === true;
  const forbidden = await checkTarget(url, { allowPublicTarget });
  if (forbidden !== undefined) throw forbidden;
  const isTaken = start !== undefined && (await isListening(url));
  const interrupt = watchInterrupt();
  const started = start === undefined || isTaken ? undefined : startAgent(start, secretsOf(settings));
  if (started !== undefined) log(`walletproof: starting the agent: ${visibleLine(started.output().command)}\n`);
  const up = upOf(started, interrupt, url);
  const { wait: waitMs = started === undefined ? undefined : usualWaitMs } = options;
  try {
    if (isTaken) return withRoot(up, anotherAgent(url));
    if (waitMs === undefined) return up;
    const signal = AbortSignal.any([up.signal, ...(started === undefined ? [] : [started.failed])]);
    const awaited = await waitForAgent({ settings, url, waitMs, allowPublicTarget, signal });
    const failure = up.signal.aborted ? undefined : failureOf(awaited, { url, waitMs, started });
    return failure === undefined ? up : withRoot(up, failure);
  } catch (error) {
    await up.close();
    throw error;
  }
};

/** A package manager takes a moment to end after the agent that it has started. */
const mostToEndMs = 1000;

const upOf = (started: StartedAgent | undefined, interrupt: Interrupt, url: string) => ({
  /** Aborted by Ctrl-C, also before the run listens to it. */
  signal: interrupt.signal,
  /** What its command wrote by now; undefined where none was started. */
  output: (): AgentOutput | undefined => started?.output(),
  /**
   * That its command has ended with an error: who answered is not known then. `isGone`: nobody answers
   * any more, so the command may be about to end, and is given a moment.
   */
  failure: async (isGone: boolean): Promise<Run['root']> => {
    if (isGone) await Promise.race([started?.ended(), delay(mostToEndMs, undefined, { ref: false })]);
    if (started?.failed.aborted !== true) return undefined;
    const output = started.output();
    const lines = lastLines(output);
    const wrote = lines.length === 0 ? 'it wrote nothing.' : `it wrote last: ${lines.join(' / ')}`;
    return {
      reason: `The command of --start ended with ${output.exitCode ?? 'a signal'} during the run; ${wrote}`,
      remedy: 'Look at what the command wrote: all that answered after its end was another process.',
    };
  },
  /** What a run may do with it: of a command that has left the agent in the background nothing. */
  hooks: (): Pick<RunHooks, 'kill'> =>
    started?.isRunning() !== true
      ? {}
      : {
          kill: async () => {
            await started.kill();
            const isThere = await staysListening(url);
            if (!isThere) started.startAgain();
            return isThere ? { cause: 'not-killed', reason: `${shownUrl(url)} answers still` } : undefined;
          },
        },
  /** Ends what was started. */
  close: async (): Promise<void> => {
    await started?.close();
    // One that has left the process group, such as a daemon, would be in the way of the next run.
    if (started !== undefined && (await isListening(url))) {
      const left = 'still answers after the command of --start was ended: a process that it left behind serves it.';
      log(`walletproof: ${shownUrl(url)} ${left}\n`);
    }
    interrupt.close();
  },
});

/** What was killed may hold its port a moment longer, milliseconds. */
const mostToFreeMs = 2000;

const staysListening = async (url: string): Promise<boolean> => {
  for (let waited = 0; waited < mostToFreeMs; waited += 50) {
    if (!(await isListening(url))) return false;
    await delay(50);
  }
  return true;
};

interface Waiting {
  readonly settings: Settings;
  readonly url: string;
  readonly waitMs: number;
  readonly allowPublicTarget: boolean;
  readonly signal: AbortSignal;
}

/**
 * Waits until the agent answers a signed getBalance, and says so on stderr where it does not at once.
 * What is asked belongs to no run: it is in no report and no journal.
 */
const waitForAgent = async (waiting: Waiting): Promise<AwaitedAgent> => {
  const { settings, url, waitMs, allowPublicTarget, signal } = waiting;
  const courier = createCourier({
    record: () => undefined,
    mask: createTokenMask(secretsOf(settings)),
    ...{ allowPublicTarget, clock: systemClock, newId: randomUUID, ca: settings.ca },
  });
  let isTold = false;
  const awaited = await awaitAgent({
    ask: async (timeoutMs) => await askBalance(courier, waiting, timeoutMs),
    ...{ waitMs, clock: systemClock, signal },
    onWaiting: (said) => {
      isTold = true;
      const sentence = `waiting up to ${durationText(waitMs)} for the agent at ${shownUrl(url)}: ${said}`;
      log(`walletproof: ${visibleLine(sentence)}\n`);
    },
  }).finally(courier.close);
  if (isTold && awaited.kind === 'came') {
    log(`walletproof: the agent answers, after ${durationText(awaited.waitedMs)} (${visibleLine(awaited.said)})\n`);
  }
  return awaited;
};

/** In a session and with a request_id of its own each time: whatever comes back is an answer. */
const askBalance = async (
  courier: Courier,
  { settings, url, signal }: Waiting,
  timeoutMs: number,
): Promise<Exchange> => {
  const { agent, players, gameId, otherToken, sessions, seed, configuration } = settings;
  const [player] = players;
  const message = composeMessage(
    {
      type: 'getBalance',
      agentId: agent.id,
      sessionId: sessions.find((each) => each.player === player?.id)?.id ?? randomUUID(),
      playerId: player?.id ?? 'player-1',
      playerUsername: player?.username ?? 'player-1',
      currency: player?.currencies[0] ?? 'USD',
      language: player?.language ?? 'en',
      requestId: randomUUID(),
      gameId,
    },
    {
      recipient: {
        ...{ agentId: agent.id, url, token: agent.token, dialect: agent.dialect, timeoutMs, connection: 'fresh' },
        nestedOrder: configuration.quirks.nestedOrder,
      },
      otherToken,
      dice: createDice(`${seed}/wait`),
    },
  );
  return await courier.send({ ...message, signal });
};

/** Why the agent is not there, and what its command wrote. */
interface Failure {
  readonly reason: string;
  readonly remedy: string;
  readonly output?: AgentOutput | undefined;
}

const anotherAgent = (url: string): Failure => ({
  reason: `Something already answers at ${shownUrl(url)}: it is not the agent that --start would start.`,
  remedy: 'End it and run again, or leave --start out to test it as it is.',
});

const failureOf = (
  awaited: AwaitedAgent,
  { url, waitMs, started }: Pick<Waiting, 'url' | 'waitMs'> & { readonly started: StartedAgent | undefined },
): Failure | undefined => {
  const output = started?.output();
  // Whoever answers now, it is not what the command has started.
  if (started?.failed.aborted === true && output !== undefined) {
    return {
      reason: `The command of --start ended with ${output.exitCode ?? 'a signal'} before the agent answered: ${output.command}`,
      remedy: 'Run the command by itself until it stays up, then give it to --start.',
      output,
    };
  }
  if (awaited.kind !== 'absent') return undefined;
  const look = output === undefined ? 'Start the agent' : 'Look at what the command wrote';
  return {
    reason: `The agent at ${shownUrl(url)} did not answer within ${durationText(waitMs)}. The last attempt: ${awaited.said}`,
    remedy: `${look}, correct the callback URL, or give it longer: --wait 2m.`,
    output,
  };
};

/** Lines of a command that are told: the last ones. */
const mostLines = 10;

const lastLines = ({ text }: AgentOutput): string[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-mostLines)
    .map((line) => visibleLine(line));

/** Tells the failure, and makes it the root of the run; reports tell a reason in one line. */
const withRoot = (up: AgentUp, { reason, remedy, output }: Failure): AgentUp => {
  const lines = output === undefined ? [] : lastLines(output);
  const wrote = lines.length === 0 ? 'The command wrote nothing.' : 'The command wrote last:';
  const told = output === undefined ? [] : [wrote, ...lines.map((line) => `  ${line}`)];
  log([`walletproof: ${visibleLine(reason)}`, ...told, remedy, ''].join('\n'));
  const last = lines.length === 0 ? '' : `. It wrote last: ${lines.join(' / ')}`;
  return { ...up, root: { reason: `${reason}${last}`, remedy } };
};
