import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WalletproofError } from '../contract/walletproof-error.ts';
import { packagePath } from './tool.ts';

export interface ExampleAgent {
  readonly callbackUrl: string;
  close(): Promise<void>;
}

const ready = /^agent ready on (http:\S+)$/;

/** Starts the bundled example agent as a process of its own, on a free port of the loopback. */
export const startExampleAgent = async (args: readonly string[]): Promise<ExampleAgent> => {
  const main = packagePath('fixtures/agents/example/main.js');
  const child = spawn(process.execPath, [main, '--port', '0', '--parent-watch', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-2000);
  });
  const lines = createInterface(child.stdout);
  const callbackUrl = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, url] = ready.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('close', () => reject(notStarted(complaint)));
  });
  return {
    callbackUrl,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const notStarted = (complaint: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `The example agent did not start: ${complaint.trim() || 'it said nothing'}`,
    'walletproof list defects names the defects that it can be given.',
  );
