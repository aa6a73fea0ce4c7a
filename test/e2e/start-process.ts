import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface StartedProcess {
  /** What the ready line said: the first group of the pattern. */
  readonly ready: string;
  readonly pid: number;
  /** Everything that it has written so far. */
  output(): string;
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
  let [complaint, output] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, found] = pattern.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${command} ended: ${complaint}`)));
  });
  const { pid = 0 } = child;
  return { ready, pid, output: () => output, kill: (signal) => child.kill(signal), ended };
};
