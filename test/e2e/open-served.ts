import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunView } from '../../src/api/schemas/runs.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

const executable = fileURLToPath(new URL('../../bin/walletproof.js', import.meta.url));

/** A `walletproof serve` with a folder of its own, which goes with it. */
interface StartedServe {
  readonly url: string;
  readonly folder: string;
  readonly process: StartedProcess;
  close(): Promise<void>;
}

/** Starts it on a free port; `configuration`: the text of its configuration file. */
export const startServe = async (args: readonly string[] = [], configuration?: string): Promise<StartedServe> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  if (configuration !== undefined) {
    await writeFile(join(folder, 'walletproof.config.yaml'), configuration);
  }
  const started = await startProcess(process.execPath, [executable, 'serve', '--port', '0', ...args], {
    pattern: /^walletproof ready on (http:\S+)$/,
    cwd: folder,
  });
  return {
    url: started.ready,
    folder,
    process: started,
    close: async () => {
      started.kill('SIGINT');
      await started.ended;
      await rm(folder, { recursive: true });
    },
  };
};

/** `walletproof serve`, as a user starts it, and what is asked of it. */
export interface Served extends StartedServe {
  /** Calls the admin API; the JSON it answers, whatever the status. */
  admin<T>(path: string, body?: unknown): Promise<T>;
  /** Starts a run by the admin API, and waits for the event that it has ended; its id. */
  play(path: string, order: object): Promise<string>;
  /** Opens a game by hand; the address of its page. */
  launch(order: object): Promise<string>;
}

/** Starts it with the bundled agent, unless a URL is among the arguments. */
export const openServed = async (...args: readonly string[]): Promise<Served> => {
  const agent = args.some((arg) => arg.startsWith('http')) ? [] : ['--example-agent'];
  const served = await startServe(['--seed', '7', '--nonce', 'e2e', ...agent, ...args]);
  const { url } = served;
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
    ...served,
    admin,
    play: async (path, order) => {
      const events = await fetch(`${url}/__admin/events`);
      const { id } = await admin<RunView>(path, order);
      let heard = '';
      for await (const chunk of events.body ?? []) {
        heard += Buffer.from(chunk).toString();
        if (heard.includes(`"id":"${id}","state":"finished"`)) break;
      }
      return id;
    },
    launch: async (order) => {
      const { link } = await admin<{ readonly link: string }>('sessions', order);
      return `${url}${link}`;
    },
  };
};
