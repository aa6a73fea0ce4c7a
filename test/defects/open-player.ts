import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Run } from '../../src/formats/run.ts';
import type { ExitCode } from '../../src/spec/walletproof-error.ts';

/** What the example agent is made to do. */
export interface Deviation {
  readonly defect?: string;
  readonly variant?: string;
}

export interface PlayedRun extends Pick<Run, 'verdict' | 'requirements'> {
  readonly code: ExitCode;
}

/** Plays the whole suite against the example agent: what `demo --strict` does, quicker. */
export interface Player {
  play(deviation: Deviation): Promise<PlayedRun>;
  close(): Promise<void>;
}

type Message = 'ready' | { readonly run: PlayedRun } | { readonly problem: string };

const besides = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts a process that plays; one run at a time. */
export const openPlayer = async (): Promise<Player> => {
  const child = fork(besides('./player-process.ts'), {
    execArgv: ['--no-warnings', `--import=${besides('../setup/load-typescript.js')}`],
    silent: true,
  });
  // The agent tells of its own crashes, which are what is tested.
  child.stdout?.resume();
  const said = tail(child);
  const next = async (): Promise<Message> => {
    const ended = once(child, 'exit').then(() => ({ problem: `It ended: ${said()}` }));
    return await Promise.race([once(child, 'message').then(([message]) => message), ended]);
  };
  await next();
  return {
    play: async (deviation) => {
      child.send(deviation);
      const message = await next();
      if (message !== 'ready' && 'run' in message) return message.run;
      throw new Error(message === 'ready' ? 'It began anew.' : message.problem);
    },
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
};

/** The last lines of what it says on stderr. */
const tail = ({ stderr }: ChildProcess) => {
  let text = '';
  stderr?.on('data', (chunk: Buffer) => {
    text = `${text}${chunk.toString()}`.slice(-2_000);
  });
  return () => text;
};
