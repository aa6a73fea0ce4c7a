import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../e2e/start-process.ts';
import { hostileToken, smallHeap } from './hostile-agent.ts';

const executable = fileURLToPath(new URL('../../bin/walletproof.js', import.meta.url));

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** `walletproof serve`, as a user starts it. */
export interface OpenPlatform {
  /** Calls the admin API: POST where there is a body, unless another method is named. */
  admin(path: string, body?: unknown, method?: string): Promise<Answered>;
  /** `POST /api/games/list` of an agent, signed. */
  listGames(): Promise<Answered>;
  /** Everything that was written so far. */
  output(): string;
  /** The most memory that it has had, MiB. */
  mostMemoryMib(): Promise<number>;
  /** Ends it by SIGTERM; its exit code. */
  end(): Promise<number | null>;
}

export const openPlatform = async (timeout: string): Promise<OpenPlatform> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-hostile-'));
  const options = ['--port', '0', '--token', hostileToken, '--timeout', timeout, '--verbose'];
  const served = await startProcess(process.execPath, [smallHeap(128), executable, 'serve', ...options], {
    pattern: /^walletproof ready on (http:\S+)$/,
    cwd: folder,
  });
  const send = async (path: string, init?: RequestInit): Promise<Answered> => {
    const answer = await fetch(`${served.ready}${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };
  return {
    admin: async (path, body, method = 'POST') =>
      await send(`/__admin/${path}`, body === undefined ? {} : { method, ...json(body) }),
    listGames: async () => await send('/api/games/list', signedList()),
    output: served.output,
    mostMemoryMib: async () => await mostMemoryMib(served.pid),
    end: async () => {
      served.kill('SIGTERM');
      const code = await served.ended;
      await rm(folder, { recursive: true });
      return code;
    },
  };
};

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const signedList = (): RequestInit => {
  const body = JSON.stringify({ agent_id: 1001, timestamp: Math.floor(Date.now() / 1000) });
  const signature = createHmac('sha256', hostileToken).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return { method: 'POST', headers, body };
};

/** As Linux counts it; 0 elsewhere. */
const mostMemoryMib = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
};
