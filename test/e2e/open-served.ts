import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartedProcess } from './start-process.ts';
import { startProcess } from './start-process.ts';

const executable = fileURLToPath(new URL('../../bin/walletproof.js', import.meta.url));

/** `walletproof serve`, as a user starts it, in a folder of its own. */
export interface Served {
  readonly url: string;
  readonly folder: string;
  readonly process: StartedProcess;
  /** Calls the admin API; the JSON it answers, whatever the status. */
  admin<T>(path: string, body?: unknown): Promise<T>;
  /** Opens a game by hand; the address of its page. */
  launch(order: object): Promise<string>;
  close(): Promise<void>;
}

/** Starts it with the bundled agent, unless a URL is among the arguments. */
export const openServed = async (...args: readonly string[]): Promise<Served> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const agent = args.some((arg) => arg.startsWith('http')) ? [] : ['--example-agent'];
  const served = await startProcess(
    process.execPath,
    [executable, 'serve', '--port', '0', '--seed', '7', '--nonce', 'e2e', ...agent, ...args],
    { pattern: /^walletproof ready on (http:\S+)$/, cwd: folder },
  );
  const url = served.ready;
  const admin = async <T>(path: string, body?: unknown): Promise<T> => {
    const init =
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    return (await (await fetch(`${url}/__admin/${path}`, init)).json()) as T;
  };
  return {
    url,
    folder,
    process: served,
    admin,
    launch: async (order) => {
      const { link } = await admin<{ readonly link: string }>('sessions', order);
      return `${url}${link}`;
    },
    close: async () => {
      served.kill('SIGINT');
      await served.ended;
      await rm(folder, { recursive: true });
    },
  };
};
