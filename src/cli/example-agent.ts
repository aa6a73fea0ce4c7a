import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { createInterface } from 'node:readline';
import { shorten } from '../base/text-table.ts';
import { plainText } from '../base/visible-text.ts';
import { closestWord } from '../formats/document/closest-word.ts';
import type { RunHooks } from '../run/run-context.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { exampleAgentFile } from './example-agent-file.ts';
import type { ExampleFlags } from './options.ts';
import type { Settings } from './resolve-settings.ts';

/** What the example agent can be made to do. */
type ExampleDeviation = Pick<ExampleFlags, 'defect' | 'variant'>;

/** The bundled example agent, and how a run plays against it. */
export interface OpenExampleAgent {
  readonly callbackUrl: string;
  /** The settings with its callback URL and how it is made to launch a game. */
  readonly settings: Settings & { readonly callbackUrl: string };
  readonly hooks: Pick<RunHooks, 'restart'>;
  close(): Promise<void>;
}

/** The platform that the example agent asks for links. */
export interface ExamplePlatform {
  readonly url: string;
  /** A PEM file: the certificate that it proves itself with, where it speaks https. */
  readonly certFile?: string | undefined;
}

/**
 * Starts the bundled example agent for these settings: it knows their token, another agent's too,
 * and their players with 1000.00 in each currency. `platform`: whom it asks for links.
 */
export const openExampleAgent = async (
  settings: Settings,
  deviation: ExampleDeviation,
  platform: ExamplePlatform | undefined,
): Promise<OpenExampleAgent> => {
  const args = [
    ...['--agent-id', String(settings.agent.id), '--token', settings.agent.token],
    ...['--other-token', settings.otherToken],
    ...playersWritten(settings.players).flatMap((player) => ['--player', player]),
    ...(platform === undefined ? [] : ['--platform-url', platform.url]),
    ...deviationArguments(deviation),
  ];
  const agent = await startExampleAgent(args, platform?.certFile);
  const { callbackUrl } = agent;
  return {
    callbackUrl,
    settings: withLaunch({ ...settings, callbackUrl }),
    hooks: {
      restart: async () => {
        await agent.restart();
        return undefined;
      },
    },
    close: agent.close,
  };
};

/** Players as the example agent takes them: `load-1` to `load-2000` in one text. */
export const playersWritten = (players: Settings['players']): string[] => {
  const rows: { before: string; first: number; count: number; purses: string }[] = [];
  for (const { id, currencies } of players) {
    const purses = currencies.map((currency) => `${currency}=1000.00`).join(',');
    const [, before = id, digits = ''] = /^(.*?)([1-9]\d{0,8})$/s.exec(id) ?? [];
    const last = rows.at(-1);
    const isNext = last?.purses === purses && last.before === before && digits !== '';
    if (isNext && last.first + last.count === Number(digits)) last.count += 1;
    else rows.push({ before, first: Number(digits), count: 1, purses });
  }
  return rows.map(({ before, first, count, purses }) => {
    const number = first === 0 ? '' : count === 1 ? `${first}` : `{${first}..${first + count - 1}}`;
    return `${before}${number}:${purses}`;
  });
};

/** The deviation as arguments of a command. */
export const deviationArguments = ({ defect, variant }: ExampleDeviation): readonly string[] => [
  ...(defect === undefined ? [] : ['--defect', defect]),
  ...(variant === undefined ? [] : ['--variant', variant]),
];

const withLaunch = <S extends Settings & { readonly callbackUrl: string }>(settings: S): S => {
  const url = new URL('/launch', settings.callbackUrl).href;
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const body = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const hooks = { launch: { method: 'POST', url, body } };
  return { ...settings, configuration: { ...settings.configuration, hooks } };
};

interface ExampleAgent {
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
const startExampleAgent = async (args: readonly string[], trusted: string | undefined): Promise<ExampleAgent> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-agent-'));
  const own = [...args, '--db', join(folder, 'wallet.db')];
  let running = await startProcess(['--port', '0', ...own], trusted);
  const { callbackUrl } = running;
  return {
    callbackUrl,
    restart: async () => {
      await running.end();
      running = await startProcess(['--port', new URL(callbackUrl).port, ...own], trusted);
    },
    close: async () => {
      await running.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

interface AgentProcess {
  readonly callbackUrl: string;
  end(): Promise<void>;
}

const startProcess = async (args: readonly string[], trusted: string | undefined): Promise<AgentProcess> => {
  const main = exampleAgentFile('main.js');
  const child = spawn(process.execPath, [main, '--parent-watch', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolvePath(trusted) }),
    },
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
  if (unknown === null) return shorten(plainText(complaint), longestReason);
  const [, reason = '', word = '', names = ''] = unknown;
  const meant = closestWord(word, names.split(/[\s,.]+/));
  return meant === undefined ? `${reason}.` : `${reason}: did you mean ${meant}?`;
};
