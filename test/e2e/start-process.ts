import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface StartedProcess {
  /** What the ready line said: the first group of the pattern. */
  readonly ready: string;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a program and waits for the line of its standard output that says it is ready. */
export const startProcess = async (
  command: string,
  args: readonly string[],
  {
    pattern,
    env,
    cwd,
  }: {
    readonly pattern: RegExp;
    readonly env?: NodeJS.ProcessEnv;
    readonly cwd?: string;
  },
): Promise<StartedProcess> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    cwd,
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, found] = pattern.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${command} ended: ${complaint}`)));
  });
  return { ready, kill: (signal) => child.kill(signal), ended };
};
