import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { packageFolder } from './run-cli.ts';
import type { StartedProcess } from './start-process.ts';
import { startProcess } from './start-process.ts';

const executable = join(packageFolder, 'bin/walletproof.js');
let folder: string;
let started: StartedProcess[];

beforeEach(async () => {
  started = [];
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterEach(async () => {
  for (const { kill, ended } of started) {
    kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true });
});

/** `walletproof serve` in the folder; the ids of its seed come again with every start. */
const serve = async (port = '0'): Promise<StartedProcess> => {
  const seed = ['--seed', '7', '--nonce', 'restart'];
  const args = [executable, 'serve', '--port', port, ...seed, '--example-agent'];
  const pattern = /^walletproof ready on (http:\S+)$/;
  const one = await startProcess(process.execPath, args, { pattern, cwd: folder });
  started.push(one);
  return one;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
const ask = async ({ ready }: StartedProcess, path: string, body?: object): Promise<any> => {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  return await (await fetch(`${ready}${path}`, init)).json();
};

const order = { playerId: 'player-1', gameId: 101 };
const grant = { ...order, currency: 'USD', total: 3, bet: '0.20' };

it('goes on after it was killed: the link opens, the pack continues, new ids are new', async () => {
  const first = await serve();
  const session = await ask(first, '/__admin/sessions', order);
  await ask(first, '/__admin/packs', grant);
  await ask(first, `${session.link}/api/start`, {});
  const { round } = await ask(first, `${session.link}/api/bet`, {});
  // Whoever asks the journal waits for what is written: the spin, its session and its pack.
  const { rows } = await ask(first, '/__admin/exchanges');
  expect(rows.length).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await first.ended;

  const second = await serve(new URL(first.ready).port);
  expect(await ask(second, '/__admin/sessions')).toMatchObject([
    { sessionId: session.sessionId, link: session.link, state: 'active' },
  ]);
  expect((await fetch(`${second.ready}${session.link}`)).status).toBe(200);
  const again = await ask(second, `${session.link}/api/bet`, {});
  expect(again).toMatchObject({ pack: { played: 2, total: 3 } });
  expect(again.round.roundId).not.toBe(round.roundId);
  const other = await ask(second, '/__admin/sessions', order);
  expect(other.sessionId).not.toBe(session.sessionId);
  expect(await ask(second, '/__admin/packs')).toMatchObject([{ played: 2 }]);
});

it('leaves the sessions of another that serves with the same journal alone', async () => {
  const first = await serve();
  const session = await ask(first, '/__admin/sessions', order);
  await ask(first, '/__admin/exchanges');
  const other = await serve();
  expect(await ask(other, '/__admin/sessions')).toEqual([]);
  await fetch(`${other.ready}/__admin/reset`, { method: 'POST' });
  other.kill('SIGINT');
  await other.ended;
  first.kill('SIGINT');
  await first.ended;
  expect(await ask(await serve(), '/__admin/sessions')).toMatchObject([
    { sessionId: session.sessionId },
  ]);
});
