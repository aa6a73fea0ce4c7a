import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentOutput } from '../formats/run.ts';
import { createSecretMask } from '../signing/secret-mask.ts';

/** The agent as its command started it, with whatever that started in turn. */
export type StartedAgent = ReturnType<typeof startAgent>;

/** Starts the command in a shell, in a process group of its own: Ctrl-C reaches us and not it. */
export const startAgent = (command: string, secrets: readonly string[]) => {
  const failing = new AbortController();
  const kept = keepOutput();
  const mask = createSecretMask(secrets.filter((secret) => secret !== ''));
  let exit: Pick<AgentOutput, 'exitCode'> = {};
  /** Its end is our doing. */
  let isEnding = false;
  const run = () => {
    const child = spawn(command, {
      shell: true,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    kept.hear(child);
    // Not `close`: a grandchild may hold the pipes open.
    const ended = new Promise<void>((resolve) => {
      const end = (code: number | null): void => {
        exit = { exitCode: code };
        // What it wrote last is read first.
        setImmediate(() => {
          if (code !== 0 && !isEnding) failing.abort();
          resolve();
        });
      };
      child.once('exit', end).once('error', (error) => {
        kept.take(`${error.message}\n`);
        end(null);
      });
    });
    return { child, ended };
  };
  let running = run();
  const killNow = (): void => killGroup(running.child, 'SIGKILL');
  process.once('exit', killNow);
  return {
    /** Aborted when the command ends with anything but 0: a command may leave the agent in the background. */
    failed: failing.signal,
    /** Settled when the command has ended, however, and `failed` is known. */
    ended: async (): Promise<void> => await running.ended,
    /** Whether the command is there still: else the agent is none of its processes. */
    isRunning: (): boolean => running.child.exitCode === null && running.child.signalCode === null,
    /** Kills it with all that it has started, without letting it end its work. */
    kill: async (): Promise<void> => {
      isEnding = true;
      const others = descendantsOf(running.child.pid);
      killNow();
      for (const pid of others) killOne(pid);
      await running.ended;
      for (let waited = 0; isAlive(running.child) && waited < graceMs; waited += lookMs) await delay(lookMs);
    },
    /** Starts the command again, once it was killed. */
    startAgain: (): void => {
      exit = {};
      isEnding = false;
      running = run();
    },
    /** What it wrote, secrets masked, and how it ended where it has. */
    output: (): AgentOutput => ({ command: mask.hide(command), ...kept.shown(mask.hide), ...exit }),
    /** Ends it with its whole process group; what has left that lives on. */
    close: async (): Promise<void> => {
      isEnding = true;
      await endGroup(running.child);
      await running.ended;
      process.off('exit', killNow);
    },
  };
};

/** Characters of what it writes that are kept: the last ones. */
const mostKept = 64 * 1024;

/** The last lines of both of its streams, in the order in which they came. */
const keepOutput = () => {
  let [text, leftOut] = ['', 0];
  const take = (chunk: string): void => {
    text += chunk;
    if (text.length <= mostKept) return;
    // A whole line: half of a secret would be shown.
    const cut = text.indexOf('\n', text.length - mostKept);
    const from = cut < 0 ? text.length : cut + 1;
    leftOut += from;
    text = text.slice(from);
  };
  return {
    take,
    hear: ({ stdout, stderr }: ChildProcess): void => {
      for (const stream of [stdout, stderr]) stream?.setEncoding('utf8').on('data', take);
    },
    shown: (hide: (text: string) => string) => ({ text: hide(text), ...(leftOut === 0 ? {} : { leftOut }) }),
  };
};

const lookMs = 20;

/** How long it may take over its own end. */
const graceMs = 5000;

/** SIGTERM to all of it; SIGKILL to what is left after the grace. */
const endGroup = async (child: ChildProcess): Promise<void> => {
  killGroup(child, 'SIGTERM');
  for (let waited = 0; isAlive(child) && waited < graceMs; waited += lookMs) await delay(lookMs);
  if (isAlive(child)) killGroup(child, 'SIGKILL');
};

const isAlive = ({ pid, exitCode, signalCode }: ChildProcess): boolean => {
  if (pid === undefined) return false;
  if (process.platform === 'win32') return exitCode === null && signalCode === null;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
};

const killGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    // Windows has no process groups; /T ends what it started, too.
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended already.
  }
};

const killOne = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
};

/** The processes that it has started, and those in turn: some leave its process group. */
const descendantsOf = (pid: number | undefined): number[] => {
  const parents = parentsOf();
  const found = new Set(pid === undefined ? [] : [pid]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child);
  }
  return [...found].filter((each) => each !== pid);
};

/** Every process and its parent. Linux says so in files, which takes no process of its own; /T of taskkill needs none. */
const parentsOf = (): readonly (readonly [child: number, parent: number])[] => {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') {
    return readdirSync('/proc').flatMap((name) =>
      /^\d+$/.test(name) ? [[Number(name), parentOf(name)] as const] : [],
    );
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, child, parent] = /^\s*(\d+)\s+(\d+)/.exec(line) ?? [];
    return child === undefined || parent === undefined ? [] : [[Number(child), Number(parent)] as const];
  });
};

/** The name of a program may hold brackets and spaces: what counts stands behind the last bracket. */
const parentOf = (pid: string): number => {
  try {
    return Number(/.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
