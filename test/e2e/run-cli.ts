import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageFolder = fileURLToPath(new URL('../../', import.meta.url));
const executable = fileURLToPath(new URL('../../bin/walletproof.js', import.meta.url));

/** Where commands are run that name no folder: they remember agents there. */
export const workingFolder = mkdtempSync(join(tmpdir(), 'walletproof-cwd-'));
process.on('exit', () => rmSync(workingFolder, { recursive: true, force: true }));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The executable under way. */
export interface StartedCli {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Outcome>;
}

/** Runs the executable to its end, as a user would. */
export const runCli = async (args: readonly string[], options?: CliOptions): Promise<Outcome> =>
  await startCli(args, options).ended;

/** Starts the executable, for what happens to it on its way. */
export const startCli = (
  args: readonly string[],
  { cwd = workingFolder, env = {}, input }: CliOptions = {},
): StartedCli => {
  const child = spawn(process.execPath, [executable, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input ?? '');
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = new Promise<Outcome>((resolve) => child.once('close', (code) => resolve({ code, ...output })));
  return { kill: (signal) => child.kill(signal), ended };
};
