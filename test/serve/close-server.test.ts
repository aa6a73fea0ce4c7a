import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Clock } from '../../src/base/clock.ts';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { openWallet, say, type Wallet } from './open-wallet.ts';
import { games } from './open-wired.ts';
import { serverOptions, type TestOptions } from './server-options.ts';

const json = { 'Content-Type': 'application/json' };

let wallet: Wallet;
const opened: PlatformServer[] = [];
beforeEach(async () => {
  wallet = await openWallet();
});
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
  await wallet.close();
});

const open = async (more: TestOptions = {}): Promise<PlatformServer> => {
  const server = await openServer(serverOptions({ games, callbackUrl: () => wallet.url, ...more }));
  opened.push(server);
  return server;
};

const post = async ({ url }: PlatformServer, path: string, value: unknown): Promise<Response> =>
  await fetch(`${url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(value) });

const trigger = async (server: PlatformServer, order: object = {}) => {
  const response = await post(server, '/__admin/trigger', { type: 'getBalance', ...order });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { status: response.status, json: (await response.json()) as any };
};

interface SessionJson {
  readonly sessionId: string;
  readonly link: string;
}

/** Resolves once the agent has so many callbacks. */
const arrived = async (count: number): Promise<void> => {
  while (wallet.arrived.length < count) await new Promise((resolve) => setImmediate(resolve));
};

const closeLast = async (): Promise<void> => await opened.pop()?.close();

it('ends though the agent never answers, and keeps what was under way', async () => {
  const errors: unknown[] = [];
  const server = await open({ onError: (error) => errors.push(error) });
  wallet.next('never');
  const sent = trigger(server).catch((error: unknown) => error);
  await arrived(1);
  const { journal } = server;
  await closeLast();
  await sent;
  expect([journal.state().lost, errors]).toEqual([0, []]);
});

it('ends though a bet waits for its retry', async () => {
  const manual = createManualClock(1_800_000_000_000);
  const waits: { readonly durationMs: number; readonly signal: AbortSignal | undefined }[] = [];
  const sleep: Clock['sleep'] = async (durationMs, signal) => {
    waits.push({ durationMs, signal });
    await manual.sleep(durationMs, signal);
  };
  const server = await open({ clock: { ...manual, sleep } });
  const order = { playerId: 'player-1', gameId: 101 };
  const { link } = (await (await post(server, '/__admin/sessions', order)).json()) as SessionJson;
  // What a kept connection loses is sent again at once, over another one: that is no retry.
  wallet.next((response) => say(200, { content: { balance: 100 } })(response.setHeader('connection', 'close')));
  await post(server, `${link}/api/start`, {});
  wallet.next((response) => response.destroy());
  const spun = post(server, `${link}/api/bet`, { stake: '1' }).catch((error: unknown) => error);
  await arrived(2);
  const retries = () => waits.filter(({ durationMs }) => durationMs === 1_000);
  while (retries().length === 0) await new Promise((resolve) => setImmediate(resolve));
  await closeLast();
  await spun;
  expect(wallet.arrived).toHaveLength(2);
  expect(retries()).toHaveLength(1);
  expect(waits.filter(({ signal }) => signal?.aborted !== true)).toEqual([]);
});

it('ends though somebody listens', async () => {
  const server = await open();
  const events = await fetch(`${server.url}/__admin/events`);
  await closeLast();
  // The stream ends, so that reading it does.
  await events.text().catch(() => undefined);
});

it('ends after the run under way', async () => {
  const ends: string[] = [];
  const runs = await serverOptions().openRuns(undefined as never);
  await open({
    openRuns: async () => ({
      ...runs,
      close: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        ends.push('run');
      },
    }),
  });
  await closeLast();
  expect(ends).toEqual(['run']);
});

it('leaves nothing open where it cannot listen', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const ends: string[] = [];
  const runs = await serverOptions().openRuns(undefined as never);
  const openRuns = async () => ({ ...runs, close: async () => void ends.push('runs') });
  await expect(open({ port, openRuns })).rejects.toThrow('is already in use');
  expect(ends).toEqual(['runs']);
  await new Promise((resolve) => other.close(resolve));
});
