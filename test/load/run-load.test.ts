import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { builtInMix } from '../../src/formats/parse-mix.ts';
import { BalanceFile, readBalanceFile } from '../../src/load/balance-file.ts';
import type { LoadEvent, LoadOrder } from '../../src/load/plan.ts';
import { runLoad } from '../../src/load/run-load.ts';
import type { AgentClient } from '../../src/run/agent-client.ts';
import { type OpenAgent, openAgent } from '../fixtures/open-agent.ts';
import { clientFor } from './client-for.ts';
import { createFakeThread, type FakeThread, totalsOf } from './fake-thread.ts';

let agent: OpenAgent;
let folder: string;
const clients: AgentClient[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-load-'));
  agent = await openAgent({
    players: Array.from({ length: 7 }, (_, n) => ({ id: `load-${n}`, purses: { USD: '5.00' } })),
  });
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await agent.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ordered {
  readonly order: LoadOrder;
  readonly threads: readonly [FakeThread, FakeThread];
  readonly events: LoadEvent[];
}

const orderOf = async (
  changes: Partial<LoadOrder> = {},
  given: Parameters<typeof clientFor>[1] = {},
): Promise<Ordered> => {
  const players = Array.from({ length: 7 }, (_, n) => `load-${n}`);
  const client = await clientFor(agent.url, { players, ...given });
  clients.push(client);
  const mix = builtInMix();
  const threads = [createFakeThread(), createFakeThread()] as const;
  const waiting = [...threads];
  const events: LoadEvent[] = [];
  const order: LoadOrder = {
    client,
    hooks: {},
    allowPublicTarget: false,
    asked: {
      players: 7,
      ratePerSecond: 100,
      rampMs: 1000,
      holdMs: 2000,
      spikes: [{ ratePerSecond: 400, atMs: 1500, forMs: 500 }],
      mix: mix.title,
      faults: mix.faults,
      timeoutMs: 5000,
      maxCallbacks: 1000,
      failOn: [],
    },
    players: client.settings.players,
    mix,
    fund: '100',
    slice: { index: 1, count: 1 },
    nonce: 'n7',
    workers: 2,
    cores: 2,
    folder,
    tell: (event) => events.push(event),
    startThread: (plan) => (waiting.shift() ?? createFakeThread()).start(plan),
    ...changes,
  };
  return { order, threads, events };
};

const account = (playerId: string) => ({
  playerId,
  currency: 'USD',
  username: playerId,
  language: 'en',
  sessionId: `s-${playerId}`,
  balance: '5.00',
});

/** What a worker keeps of these accounts. */
const keep = async (file: string, ...players: string[]): Promise<void> => {
  const balances = new BalanceFile(file);
  for (const player of players) await balances.append(account(player));
  await balances.close();
};

it('each worker has players, rate, bounds and ids of its own', async () => {
  const { order, threads } = await orderOf();
  const running = runLoad(order);
  const plans = [await threads[0].plan, await threads[1].plan];
  for (const thread of threads) thread.say({ kind: 'done', totals: totalsOf() });
  await running;

  expect(plans.map(({ players }) => players.map(({ id }) => id))).toEqual([
    ['load-0', 'load-2', 'load-4', 'load-6'],
    ['load-1', 'load-3', 'load-5'],
  ]);
  expect(plans.map(({ arrivals }) => arrivals.ratePerSecond)).toEqual([50, 50]);
  expect(plans.map(({ arrivals }) => arrivals.spikes[0]?.ratePerSecond)).toEqual([200, 200]);
  expect(plans.map(({ maxCallbacks }) => maxCallbacks)).toEqual([500, 500]);
  expect(plans.map(({ nonce }) => nonce)).toEqual(['n7-1', 'n7-2']);
  expect(new Set(plans.map(({ seed }) => seed)).size).toBe(2);
});

it('a slice plays its players at its part of the rate', async () => {
  const { order, threads } = await orderOf({ slice: { index: 2, count: 3 }, workers: 1 });
  const running = runLoad(order);
  const plan = await threads[0].plan;
  threads[0].say({ kind: 'done', totals: totalsOf() });
  const report = await running;

  expect(plan.players.map(({ id }) => id)).toEqual(['load-1', 'load-4']);
  expect(plan.arrivals.ratePerSecond).toBeCloseTo(100 / 3);
  expect(report.slices).toEqual([{ index: 2, count: 3 }]);
  expect(report.asked.ratePerSecond).toBe(100);
});

it('a slice without players is a wrong use, and nothing is sent', async () => {
  const { order } = await orderOf({ slice: { index: 8, count: 8 } });

  await expect(runLoad(order)).rejects.toMatchObject({
    code: 'usage',
    message: 'Slice 8 of 8 has no players: there are 7 in all.',
  });
});

it('adds up what the workers played, second by second', async () => {
  const { order, threads, events } = await orderOf();
  const running = runLoad(order);
  await Promise.all(threads.map(({ plan }) => plan));
  for (const [n, { say }] of threads.entries()) {
    const second = {
      second: 0,
      asked: 5 + n,
      sent: 5,
      answered: 5,
      errors: 0,
      breaches: 0,
      backlog: 0,
      underWay: 1,
      latency: {},
    };
    say({ kind: 'second', second });
  }
  const seconds = events.filter((event) => event.kind === 'second');
  for (const { say } of threads) say({ kind: 'done', totals: totalsOf() });
  const report = await running;

  expect(seconds).toEqual([
    {
      kind: 'second',
      second: expect.objectContaining({ second: 0, asked: 11, sent: 10, underWay: 2 }),
    },
  ]);
  expect(report.seconds).toHaveLength(1);
  expect(report.callbacks).toEqual({ getBalance: 20 });
  expect(report.health).toMatchObject({ workers: 2, cpuMs: 10 });
  expect(report.agent).toMatchObject({ id: 1001, dialect: expect.any(String) });
});

it('the file of opening balances goes once everything was given back', async () => {
  const { order, threads } = await orderOf({ workers: 1 });
  const running = runLoad(order);
  await threads[0].plan;
  const file = join(folder, 'load-n7.jsonl');
  await keep(file, 'load-0', 'load-1');
  expect((await readBalanceFile(file)).accounts).toHaveLength(2);

  threads[0].say({ kind: 'done', totals: totalsOf() });
  await running;
  expect(await readdir(folder)).toEqual([]);
});

it('accounts that could not be given back stay in it, and it is told', async () => {
  const { order, threads, events } = await orderOf({ workers: 1 });
  const running = runLoad(order);
  const { balances } = await threads[0].plan;
  await keep(balances, 'load-0', 'load-1');
  const money = [
    {
      currency: 'USD',
      players: 2,
      staked: '1',
      won: '0',
      rolledBack: '0',
      drift: '-1',
      residues: [{ player: 'load-1', residue: '-1.00' }],
    },
  ];
  threads[0].say({ kind: 'done', totals: totalsOf({ money }) });
  await running;

  expect(balances).toBe(join(folder, 'load-n7.jsonl'));
  expect((await readBalanceFile(balances)).accounts.map(({ playerId }) => playerId)).toEqual(['load-1']);
  expect(events.at(-1)).toEqual({ kind: 'left', balances });
});

it('a worker that dies leaves the file for load --settle', async () => {
  const { order, threads, events } = await orderOf({ workers: 1 });
  const failure = expect(runLoad(order)).rejects.toThrow('heap is full');
  const { balances } = await threads[0].plan;
  await keep(balances, 'load-0');
  threads[0].die(new Error('heap is full'));
  await failure;

  expect(await readdir(folder)).toEqual(['load-n7.jsonl']);
  expect(events.at(-1)?.kind).toBe('left');
});

it('what is interrupted gives back, and its report is marked partial', async () => {
  const controller = new AbortController();
  const { order, threads } = await orderOf({ workers: 1 }, { signal: controller.signal });
  const running = runLoad(order);
  await threads[0].plan;
  controller.abort(new Error('interrupted'));
  await threads[0].stopped;
  threads[0].say({ kind: 'done', totals: totalsOf() });

  expect(await running).toMatchObject({ partial: true, verdict: 'inconclusive' });
});

it('an agent that refuses the signature is told as test tells it, and nobody plays', async () => {
  const { order, events } = await orderOf({}, { token: 'another-token' });

  await expect(runLoad(order)).rejects.toMatchObject({
    code: 'target',
    remedy: expect.stringContaining('the two sides have different tokens'),
  });
  expect(events).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

it('tells that money is given back once all workers give back', async () => {
  const { order, threads, events } = await orderOf();
  const running = runLoad(order);
  await Promise.all(threads.map(({ plan }) => plan));
  const isTold = () => events.some(({ kind }) => kind === 'settling');
  threads[0].say({ kind: 'settling' });
  expect(isTold()).toBe(false);
  threads[1].say({ kind: 'settling' });
  expect(isTold()).toBe(true);
  for (const { say } of threads) say({ kind: 'done', totals: totalsOf() });
  await running;
  expect(threads.map(({ isTerminated }) => isTerminated())).toEqual([true, true]);
});

it('a worker that dies stops the others, which give back first, and is an error of ours', async () => {
  const { order, threads } = await orderOf();
  const failure = expect(runLoad(order)).rejects.toThrow('out of memory');
  await Promise.all(threads.map(({ plan }) => plan));
  threads[0].die(new Error('out of memory'));
  await threads[1].stopped;
  expect(threads[1].isTerminated()).toBe(false);

  threads[1].say({ kind: 'done', totals: totalsOf() });
  await failure;
  expect(threads[1].isTerminated()).toBe(true);
});
