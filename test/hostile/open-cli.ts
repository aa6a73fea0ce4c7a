import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandOrder, CommandOutcome } from './cli-process.ts';

/** The commands in a process of their own, one at a time. */
export interface OpenCli {
  run(args: readonly string[], folder: string): Promise<CommandOutcome>;
  close(): Promise<void>;
}

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts the process. What it writes beside its commands, or its end, fails the command under way. */
export const openCli = async (): Promise<OpenCli> => {
  const child = fork(beside('./cli-process.ts'), {
    execArgv: ['--no-warnings', `--import=${beside('../setup/load-typescript.js')}`],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    silent: true,
  });
  let besides = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      besides += chunk.toString();
    });
  }
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of the commands ended with ${code}: ${besides}`);
  });
  ended.catch(() => undefined);
  const outcome = async (): Promise<CommandOutcome> => {
    const [told] = (await Promise.race([once(child, 'message'), ended])) as [CommandOutcome];
    if (besides !== '') throw new Error(`It wrote beside the command: ${besides}`);
    return told;
  };
  let number = 0;
  await outcome();
  return {
    run: async (args, folder) => {
      number += 1;
      child.send({ number, args, folder } satisfies CommandOrder);
      return await outcome();
    },
    close: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
