import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { closestWord } from '../formats/document/closest-word.ts';
import { shorten } from '../report/shorten.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { packagePath } from './tool.ts';

export interface ExampleAgent {
  readonly callbackUrl: string;
  /** Ends its process and starts another one on the same port and database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Characters of what it says when it does not start: every defect has a name. */
const mostComplaint = 10_000;
const longestReason = 160;

const ready = /^agent ready on (http:\S+)$/;

/**
 * Starts the bundled example agent as a process of its own, on a free port of the loopback. Its
 * database is a file of its own, since a restart must not lose it.
 */
export const startExampleAgent = async (args: readonly string[]): Promise<ExampleAgent> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-agent-'));
  const own = [...args, '--db', join(folder, 'wallet.db')];
  let running = await startProcess(['--port', '0', ...own]);
  const { callbackUrl } = running;
  return {
    callbackUrl,
    restart: async () => {
      await running.end();
      running = await startProcess(['--port', new URL(callbackUrl).port, ...own]);
    },
    close: async () => {
      await running.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

interface Running {
  readonly callbackUrl: string;
  end(): Promise<void>;
}

const startProcess = async (args: readonly string[]): Promise<Running> => {
  const main = packagePath('fixtures/agents/example/main.js');
  const child = spawn(process.execPath, [main, '--parent-watch', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(0, mostComplaint);
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
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const notStarted = (complaint: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `The example agent did not start: ${reasonIn(complaint.trim()) || 'it said nothing'}`,
    'walletproof list defects names the defects that it can be given.',
  );

/** What it said; of a long list of names the one that was meant. */
const reasonIn = (complaint: string): string => {
  const unknown = /^(There is no \w+ "([^"]*)")\. There are: (.*)$/s.exec(complaint);
  if (unknown === null) return shorten(complaint, longestReason);
  const [, reason = '', word = '', names = ''] = unknown;
  const meant = closestWord(word, names.split(/[\s,.]+/));
  return meant === undefined ? `${reason}.` : `${reason}: did you mean ${meant}?`;
};
