import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandOrder, OrderOutcome } from './cli-process.ts';
import { smallHeap } from './hostile-agent.ts';

/** The commands, in a process of their own. */
export interface OpenCommands {
  run(order: CommandOrder): Promise<OrderOutcome>;
  close(): Promise<void>;
}

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts the process. What it writes beside its commands, or its end, fails the order under way. */
export const openCommands = async (): Promise<OpenCommands> => {
  const child = fork(beside('./cli-process.ts'), {
    execArgv: [smallHeap(224), '--no-warnings', `--import=${beside('../setup/load-typescript.js')}`],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FORCE_COLOR: '1' },
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
  const told = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    if (besides !== '') throw new Error(`It wrote beside its commands: ${besides}`);
    return message;
  };
  await told();
  return {
    run: async (order) => {
      child.send(order);
      return (await told()) as OrderOutcome;
    },
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
};
