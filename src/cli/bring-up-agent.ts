import type { AgentOutput, Run } from '../formats/run.ts';
import { secretsOf } from '../runner/agent-client.ts';
import type { Awaited } from '../runner/await-agent.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { durationText } from '../text/quantity-text.ts';
import { shownUrl } from '../text/shown-url.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { StartOptions } from './options.ts';
import { log } from './output.ts';
import type { Settings } from './resolve-settings.ts';
import { demandCallbackUrl } from './resolve-settings.ts';
import type { StartedAgent } from './start-agent.ts';
import { startAgent } from './start-agent.ts';
import { waitForAgent } from './wait-for-agent.ts';
import { watchInterrupt } from './watch-interrupt.ts';

/** The agent of a run, once it was started and waited for as the options say. */
export interface AgentUp {
  /** Why nothing can be played: it did not come. */
  readonly root?: Run['root'];
  /** Aborted by Ctrl-C, also before the run listens to it. */
  readonly signal: AbortSignal;
  /** What its command wrote by now; undefined where none was started. */
  output(): AgentOutput | undefined;
  /** Ends what was started. */
  close(): Promise<void>;
}

interface AgentToBringUp {
  readonly settings: Settings;
  readonly options: StartOptions & { readonly allowPublicTarget?: true };
}

const usualWaitMs = 30_000;

/** Starts the agent and waits for it. One that does not come is told at once, and is a root of the run. */
export const bringUpAgent = async ({ settings, options }: AgentToBringUp): Promise<AgentUp> => {
  const { start } = options;
  const { wait: waitMs = start === undefined ? undefined : usualWaitMs } = options;
  demandCommand(start);
  const interrupt = watchInterrupt();
  const started = start === undefined ? undefined : startAgent(start, secretsOf(settings));
  const command = started?.output().command;
  if (command !== undefined) log(`walletproof: starting the agent: ${visibleLine(command)}\n`);
  const close = async (): Promise<void> => {
    await started?.close();
    interrupt.close();
  };
  const up = { signal: interrupt.signal, output: () => started?.output(), close };
  if (waitMs === undefined) return up;
  try {
    const signals = [interrupt.signal, ...(started === undefined ? [] : [started.failed])];
    const awaited = await waitForAgent({
      settings,
      waitMs,
      allowPublicTarget: options.allowPublicTarget === true,
      signal: AbortSignal.any(signals),
    });
    const failure = interrupt.signal.aborted
      ? undefined
      : failureOf(awaited, { settings, waitMs, started });
    if (failure === undefined) return up;
    tell(failure);
    return { ...up, root: rootOf(failure) };
  } catch (error) {
    await close();
    throw error;
  }
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

const failureOf = (
  awaited: Awaited,
  { settings, waitMs, started }: Waiting,
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
