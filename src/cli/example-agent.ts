import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { shownUrl } from '../base/shown.ts';
import { shorten } from '../base/text-table.ts';
import { plainText } from '../base/visible-text.ts';
import { closestWord } from '../formats/document/closest-word.ts';
import { demand, usageError } from '../spec/walletproof-error.ts';
import { exampleAgentFile } from './example-agent-file.ts';
import type { ExampleFlags } from './options.ts';
import type { Settings } from './resolve-settings.ts';

/** The token of the bundled example agent where nobody gives another. */
export const exampleToken = 'example-token';

/** Whether the example agent is to be called. Throws a usage error where somebody else is, too. */
export const isWithExample = (url: string | undefined, { exampleAgent, defect, variant }: ExampleFlags): boolean => {
  const isExample = exampleAgent === true || defect !== undefined || variant !== undefined;
  demand(
    !isExample || url === undefined,
    `Callbacks can go to ${shownUrl(url ?? '')} or to the example agent, not to both.`,
    'Leave the URL out, or --example-agent, --defect and --variant.',
  );
  return isExample;
};

/** The bundled example agent, and how a run plays against it. */
export type OpenExampleAgent = Awaited<ReturnType<typeof openExampleAgent>>;

/** The platform that the example agent asks for links. */
interface ExamplePlatform {
  readonly url: string;
  /** A PEM file: the certificate that it proves itself with, where it speaks https. */
  readonly certFile?: string | undefined;
}

/** What the example agent can be made to do. */
type Deviation = Pick<ExampleFlags, 'defect' | 'variant'>;

/**
 * Starts the bundled example agent for these settings, as a process of its own, on a free port of the loopback: it knows
 * their token, another agent's too, and their players with 1000.00 in each currency. Its wallet is a file, since a
 * restart must not lose it. `platform`: whom it asks for links.
 */
export const openExampleAgent = async (
  settings: Settings,
  deviation: Deviation,
  platform: ExamplePlatform | undefined,
) => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-agent-'));
  const args = [
    ...['--agent-id', String(settings.agent.id), '--token', settings.agent.token],
    ...['--other-token', settings.otherToken],
    ...playersWritten(settings.players).flatMap((player) => ['--player', player]),
    ...(platform === undefined ? [] : ['--platform-url', platform.url]),
    ...deviationArguments(deviation),
    ...['--db', join(folder, 'wallet.db')],
  ];
  const start = async (port: string) => await startProcess(['--port', port, ...args], platform?.certFile);
  let running = await start('0');
  const { callbackUrl } = running;
  /** Another process on the same port and wallet. */
  const startAnew = async (signal: NodeJS.Signals): Promise<undefined> => {
    await running.end(signal);
    running = await start(new URL(callbackUrl).port);
  };
  return {
    callbackUrl,
    /** With its callback URL, and how it is made to launch a game. */
    settings: withLaunch({ ...settings, callbackUrl }),
    hooks: {
      restart: async () => await startAnew('SIGTERM'),
      kill: async () => await startAnew('SIGKILL'),
    },
    close: async (): Promise<void> => {
      await running.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
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
export const deviationArguments = ({ defect, variant }: Deviation): readonly string[] => [
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

/** Characters of what it says when it does not start: every defect has a name. */
const mostComplaint = 10_000;

const startProcess = async (args: readonly string[], trusted: string | undefined) => {
  const child = spawn(process.execPath, [exampleAgentFile('main.js'), '--parent-watch', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(trusted) }) },
  });
  const ended = new Promise<void>((resolveEnd) => child.once('exit', () => resolveEnd()));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(0, mostComplaint);
  });
  const lines = createInterface(child.stdout);
  const callbackUrl = await new Promise<string>((resolveUrl, reject) => {
    lines.on('line', (line) => {
      const [, url] = /^agent ready on (http:\S+)$/.exec(line) ?? [];
      if (url !== undefined) resolveUrl(url);
    });
    child.once('error', reject);
    child.once('close', () =>
      reject(
        usageError(
          `The example agent did not start: ${reasonIn(complaint.trim()) || 'it said nothing'}`,
          'walletproof list defects names the defects that it can be given.',
        ),
      ),
    );
  });
  return {
    callbackUrl,
    end: async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await ended;
    },
  };
};

/** What it said; of a long list of names the one that was meant. */
const reasonIn = (complaint: string): string => {
  const unknown = /^(There is no \w+ "([^"]*)")\. There are: (.*)$/s.exec(complaint);
  if (unknown === null) return shorten(plainText(complaint), 160);
  const [, reason = '', word = '', names = ''] = unknown;
  const meant = closestWord(word, names.split(/[\s,.]+/));
  return meant === undefined ? `${reason}.` : `${reason}: did you mean ${meant}?`;
};
