import { setTimeout as delay } from 'node:timers/promises';
import { durationText } from '../base/quantities.ts';
import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { AgentOutput, Run } from '../formats/run.ts';
import { secretsOf } from '../run/agent-client.ts';
import type { Awaited } from '../run/await-agent.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { checkTarget } from '../wire/check-target.ts';
import { isListening } from './is-listening.ts';
import type { PlayedOptions } from './options.ts';
import { log } from './output.ts';
import { demandCallbackUrl, type Settings } from './resolve-settings.ts';
import { type StartedAgent, startAgent } from './start-agent.ts';
import { waitForAgent } from './wait-for-agent.ts';
import { type Interrupt, watchInterrupt } from './watch-interrupt.ts';

/** The agent of a run, once it was started and waited for as the options say. */
export interface AgentUp {
  /** Why nothing can be played: it did not come, or another one was there before it. */
  readonly root?: Run['root'];
  /** Aborted by Ctrl-C, also before the run listens to it. */
  readonly signal: AbortSignal;
  /** What its command wrote by now; undefined where none was started. */
  output(): AgentOutput | undefined;
  /**
   * That its command has ended with an error: who answered is not known then. `isGone`: nobody answers
   * any more, so the command may be about to end, and is given a moment.
   */
  failure(isGone: boolean): Promise<Run['root']>;
  /** Ends what was started. */
  close(): Promise<void>;
}

interface AgentToBringUp {
  readonly settings: Settings;
  readonly options: Pick<PlayedOptions, 'start' | 'wait' | 'allowPublicTarget'>;
}

const usualWaitMs = 30_000;

/**
 * Starts the agent and waits for it. One that does not come is told at once, and is a root of the run;
 * where another one answers already, nothing is started.
 * @throws WalletproofError target, where the callback URL may not be called.
 */
export const bringUpAgent = async (order: AgentToBringUp): Promise<AgentUp> => {
  const { start } = order.options;
  demandCommand(start);
  const earlier = start === undefined ? undefined : await earlierAgent(order);
  const interrupt = watchInterrupt();
  if (earlier !== undefined) {
    tell(earlier);
    return { ...withoutCommand(interrupt), root: rootOf(earlier) };
  }
  const started = start === undefined ? undefined : startAgent(start, secretsOf(order.settings));
  const command = started?.output().command;
  if (command !== undefined) log(`walletproof: starting the agent: ${visibleLine(command)}\n`);
  const up = started === undefined ? withoutCommand(interrupt) : withCommand(started, interrupt, order.settings);
  try {
    const failure = await waitOrFail(order, started, up.signal);
    if (failure === undefined) return up;
    tell(failure);
    return { ...up, root: rootOf(failure) };
  } catch (error) {
    await up.close();
    throw error;
  }
};

/** Why the agent did not come, where it was to be waited for. */
const waitOrFail = async (
  { settings, options }: AgentToBringUp,
  started: StartedAgent | undefined,
  signal: AbortSignal,
): Promise<Failure | undefined> => {
  const { wait: waitMs = started === undefined ? undefined : usualWaitMs } = options;
  if (waitMs === undefined) return undefined;
  const awaited = await waitForAgent({
    settings,
    waitMs,
    allowPublicTarget: options.allowPublicTarget === true,
    signal: AbortSignal.any([signal, ...(started === undefined ? [] : [started.failed])]),
  });
  return signal.aborted ? undefined : failureOf(awaited, { settings, waitMs, started });
};

const withoutCommand = ({ signal, close }: Interrupt): AgentUp => ({
  signal,
  output: () => undefined,
  failure: async () => undefined,
  close: async () => close(),
});

const withCommand = (started: StartedAgent, interrupt: Interrupt, settings: Settings): AgentUp => ({
  signal: interrupt.signal,
  output: started.output,
  failure: async (isGone) => {
    if (isGone) await Promise.race([started.ended, delay(mostToEndMs, undefined, { ref: false })]);
    return started.failed.aborted ? commandFailure(started.output()) : undefined;
  },
  close: async () => {
    await started.close();
    await tellLeftBehind(demandCallbackUrl(settings));
    interrupt.close();
  },
});

/** One that has left the process group, such as a daemon, would be in the way of the next run. */
const tellLeftBehind = async (url: string): Promise<void> => {
  if (!(await isListening(url))) return;
  log(
    `walletproof: ${shownUrl(url)} still answers after the command of --start was ended: a process that it left behind serves it.\n`,
  );
};

/** A package manager takes a moment to end after the agent that it has started. */
const mostToEndMs = 1000;

const commandFailure = (output: AgentOutput): Run['root'] => {
  const lines = lastLines(output);
  const wrote = lines.length === 0 ? 'it wrote nothing.' : `it wrote last: ${lines.join(' / ')}`;
  return {
    reason: `The command of --start ended with ${output.exitCode ?? 'a signal'} during the run; ${wrote}`,
    remedy: 'Look at what the command wrote: all that answered after its end was another process.',
  };
};

/** Whoever listens before the command is started would be tested in place of what it starts. */
const earlierAgent = async ({ settings, options }: AgentToBringUp): Promise<Failure | undefined> => {
  const url = demandCallbackUrl(settings);
  const allowPublicTarget = options.allowPublicTarget === true;
  const forbidden = await checkTarget(url, { allowPublicTarget });
  if (forbidden !== undefined) throw forbidden;
  if (!(await isListening(url))) return undefined;
  return {
    reason: `Something already answers at ${shownUrl(url)}: it is not the agent that --start would start.`,
    remedy: 'End it and run again, or leave --start out to test it as it is.',
    output: undefined,
  };
};

const demandCommand = (start: string | undefined): void => {
  if (start === undefined || start.trim() !== '') return;
  throw new WalletproofError(
    'usage',
    '--start names no command.',
    "Give the command that starts your agent, such as --start 'npm start'.",
  );
};

interface Waiting {
  readonly settings: Settings;
  readonly waitMs: number;
  readonly started: StartedAgent | undefined;
}

/** Why the agent is not there, and what its command wrote. */
interface Failure {
  readonly reason: string;
  readonly remedy: string;
  readonly output: AgentOutput | undefined;
}

const failureOf = (awaited: Awaited, { settings, waitMs, started }: Waiting): Failure | undefined => {
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
  const url = shownUrl(demandCallbackUrl(settings));
  const look = output === undefined ? 'Start the agent' : 'Look at what the command wrote';
  return {
    reason: `The agent at ${url} did not answer within ${durationText(waitMs)}. The last attempt: ${awaited.said}`,
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

const tell = ({ reason, remedy, output }: Failure): void => {
  const lines = output === undefined ? [] : lastLines(output);
  const wrote = lines.length === 0 ? 'The command wrote nothing.' : 'The command wrote last:';
  log(
    [
      `walletproof: ${visibleLine(reason)}`,
      ...(output === undefined ? [] : [wrote]),
      ...lines.map((line) => `  ${line}`),
      remedy,
      '',
    ].join('\n'),
  );
};

/** For reports, which tell a reason in one line. */
const rootOf = ({ reason, remedy, output }: Failure): Run['root'] => {
  const lines = output === undefined ? [] : lastLines(output);
  const wrote = lines.length === 0 ? '' : `. It wrote last: ${lines.join(' / ')}`;
  return { reason: `${reason}${wrote}`, remedy };
};
