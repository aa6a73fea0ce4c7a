import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { decodeFromCompressedBase64, JsHistogram } from 'hdr-histogram-js';
import { noFaults } from '../../src/formats/load-mix.ts';
import type { LoadSecond } from '../../src/formats/load-report.ts';
import { builtInMix } from '../../src/formats/parse-mix.ts';
import { createBalanceFile, readBalanceFile } from '../../src/load/balance-file.ts';
import type { LoadPlan } from '../../src/load/plan.ts';
import { playShare, type Share, type ShareEvent, type ShareTotals } from '../../src/load/share.ts';
import { defaultToken } from '../fixtures/wire-of.ts';
import { planWith } from './made-up-plan.ts';
import { balancesBefore, type LoadedAgent, openLoadedAgent } from './open-loaded-agent.ts';

const agents: LoadedAgent[] = [];

afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});

const opened = async (options: Parameters<typeof openLoadedAgent>[0]): Promise<LoadedAgent> => {
  const agent = await openLoadedAgent(options);
  agents.push(agent);
  return agent;
};

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-share-'));
  await createBalanceFile(join(folder, 'balances.jsonl'), {
    ...{ agentId: 1001, callbackUrl: 'http://127.0.0.1/callback', nonce: 'n7', gameId: 101 },
    startedAt: '2026-03-01T12:00:00.000Z',
  });
});

afterEach(async () => await rm(folder, { recursive: true }));

interface PlayedShare {
  readonly totals: ShareTotals;
  readonly told: readonly ShareEvent[];
}

/** Hears what the share says; each message that is told may end it, and so may whoever was given it. */
const playTo = async (
  { url, players }: LoadedAgent,
  changes: Partial<LoadPlan>,
  heard: (share: Share, message: ShareEvent) => void = () => undefined,
  given: (share: Share) => void = () => undefined,
): Promise<PlayedShare> => {
  const plan = planWith({
    recipient: { agentId: 1001, url, token: defaultToken, timeoutMs: 5000 },
    ...{ players, startAt: Date.now(), balances: join(folder, 'balances.jsonl') },
    ...changes,
  });
  const told: ShareEvent[] = [];
  const share = playShare(plan, (message) => {
    told.push(message);
    heard(share, message);
  });
  given(share);
  return { totals: await share.done, told };
};

/** Until it is stopped. */
const endless = (ratePerSecond: number): LoadPlan['arrivals'] => ({
  ...{ ratePerSecond, firstSecondRate: ratePerSecond, rampMs: 0, spikes: [] },
  holdMs: 600_000,
});

const mixWith = (faults: Partial<LoadPlan['mix']['faults']>): LoadPlan['mix'] => ({
  ...builtInMix(),
  faults: { ...noFaults, ...faults },
});

const secondsIn = (told: readonly ShareEvent[]): readonly LoadSecond[] =>
  told.flatMap((message) => (message.kind === 'second' ? [message.second] : []));

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);

it('counts what it has played of a right agent, finds nothing, and gives every account back', async () => {
  const agent = await opened({ players: 8 });
  const { totals, told } = await playTo(agent, {
    arrivals: { ...endless(200), holdMs: 1500 },
    mix: mixWith({ duplicates: 0.2, races: 0.1, rollbacks: 0.2 }),
  });
  const seconds = secondsIn(told);
  const { getBalance = 0, makeBet = 0, rollback = 0 } = totals.callbacks;
  const { duplicates = 0, races = 0, rollbacks = 0, ...others } = totals.struck;

  expect(sumOf(seconds.map(({ asked }) => asked))).toBe(300);
  // Calls at once take as many places of the rate; what is under way at the end comes besides.
  expect(sumOf(seconds.map(({ sent }) => sent))).toBeLessThanOrEqual(300 + agent.players.length);
  expect(seconds.map(({ second }) => second)).toEqual([...seconds.keys()]);
  expect(getBalance + makeBet + rollback).toBe(agent.calls());
  expect(sumOf(seconds.map(({ answered }) => answered))).toBe(agent.calls());
  // The accounts were opened, and what reads and races leave is read: no answer was left out.
  expect(totals.judged).toBe(agent.calls() - agent.players.length);
  expect([duplicates, races, rollbacks].every((count) => count > 0)).toBe(true);
  expect(others).toEqual({});
  expect(totals).toMatchObject({ breaches: [], breachCounts: {}, doubts: [], errors: [] });
  expect(totals.money).toMatchObject([{ currency: 'USD', players: 8, drift: '0.00', residues: [] }]);
  expect(agent.balances()).toEqual(balancesBefore(agent));
  expect(totals).not.toHaveProperty('stopped');
});

it('keeps every opening balance before it moves the money', async () => {
  const path = join(folder, 'balances.jsonl');
  const kept: number[] = [];
  const agent = await opened({
    players: 3,
    before: async () => {
      const moved = agent.balances().filter((each) => each !== '250.00').length;
      kept.push((await readBalanceFile(path)).accounts.length - moved);
      return undefined;
    },
  });
  await playTo(agent, { arrivals: { ...endless(100), holdMs: 500 } });
  const { accounts } = await readBalanceFile(path);

  expect(Math.min(...kept)).toBeGreaterThanOrEqual(0);
  expect(accounts.map(({ playerId, balance }) => [playerId, balance])).toEqual(
    agent.players.map(({ id }) => [id, '250']),
  );
});

it('moves no money where the opening balances cannot be kept', async () => {
  const agent = await opened({ players: 3 });
  const played = playTo(agent, { arrivals: endless(100), balances: join(folder, 'no', 'file.jsonl') });

  await expect(played).rejects.toThrow('ENOENT');
  expect(agent.balances()).toEqual(balancesBefore(agent));
});

// Who misses what was planted is believed nothing else; that a right agent is told of nothing is shown above.
it.each([
  ['loses updates', 'lost-update', 'races', 'lost-update'],
  ['debits twice', 'no-duplicate-check', 'duplicates', 'double-application'],
] as const)('finds an agent that %s, and gives its accounts back all the same', async (_, defect, fault, code) => {
  const agent = await opened({ players: 4, defect });
  const { totals } = await playTo(
    agent,
    { arrivals: endless(100), mix: mixWith({ [fault]: 1 }) },
    (share, message) => message.kind === 'second' && message.second.breaches > 0 && share.stop(),
  );
  const [breach] = totals.breaches;

  expect(totals.breachCounts[code]).toBeGreaterThan(0);
  expect(breach).toMatchObject({ code, fault });
  expect(agent.balances()).toEqual(balancesBefore(agent));
});

it('gives back what was moved when it is stopped in the middle', async () => {
  let share: Share | undefined;
  const agent = await opened({
    players: 6,
    before: async (call) => {
      if (call === 60) share?.stop();
      return undefined;
    },
  });
  const moved: boolean[] = [];
  const heard = (_: Share, { kind }: ShareEvent): void => {
    if (kind === 'settling') moved.push(agent.balances().some((each) => each !== '250.00'));
  };
  const { totals, told } = await playTo(agent, { arrivals: endless(200) }, heard, (own) => {
    share = own;
  });

  expect(moved).toEqual([true]);
  expect(agent.balances()).toEqual(balancesBefore(agent));
  expect(totals.money).toMatchObject([{ drift: '0.00', residues: [] }]);
  expect(told.at(-1)?.kind).toBe('second');
});

it('reads the accounts of players that are not called any more, and gives them back', async () => {
  const agent = await opened({
    players: 4,
    before: async (call, response) => {
      // An amount that no call explains, in place of what was asked for: it does not come again.
      if (call < 30 || call > 50 || call % 4 !== 0) return undefined;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"content":{"balance":77.77}}');
      return 'answered';
    },
  });
  const { totals } = await playTo(agent, { arrivals: { ...endless(200), holdMs: 2500 }, mix: mixWith({}) });

  expect(sumOf(totals.doubts.map(({ parked }) => parked))).toBeGreaterThan(0);
  expect(agent.balances()).toEqual(balancesBefore(agent));
  expect(totals.money[0]?.residues).toEqual([]);
});

it('leaves an agent alone that answers errors in the first second', async () => {
  const agent = await opened({
    players: 6,
    before: async (_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"down"}');
      return 'answered';
    },
  });
  const { totals } = await playTo(agent, { arrivals: { ...endless(500), firstSecondRate: 20 } });

  expect(totals.stopped).toMatch(/^Stopped in the first second: the agent answered HTTP 500/);
  expect(agent.calls()).toBeLessThanOrEqual(20);
  expect(sumOf(totals.errors.map(({ count }) => count))).toBe(agent.calls());
});

/** Each time that was recorded, milliseconds, and how often. */
const recordedTimes = (text: string): readonly { readonly ms: number; readonly count: number }[] => {
  const histogram = decodeFromCompressedBase64(text);
  if (!(histogram instanceof JsHistogram)) return [];
  return Array.from({ length: histogram.countsArrayLength }, (_, index) => ({
    ms: histogram.valueFromIndex(index) / 1000,
    count: histogram.getCountAtIndex(index),
  })).filter(({ count }) => count > 0);
};

it('counts the waiting of what was due while the agent stood still', async () => {
  const [rate, standsMs, waitedMs] = [100, 300, 200];
  let share: Share | undefined;
  let standing: Promise<unknown> | undefined;
  const agent = await opened({
    players: 4,
    before: async (call) => {
      if (call === 40) standing = new Promise((resolve) => setTimeout(resolve, standsMs));
      if (call === 40) void standing?.then(() => setTimeout(() => share?.stop(), standsMs));
      await standing;
      return undefined;
    },
  });
  const { totals } = await playTo(agent, { arrivals: endless(rate), mix: mixWith({}) }, undefined, (own) => {
    share = own;
  });
  const waited = Object.values(totals.latency).flatMap((text) =>
    recordedTimes(text).flatMap(({ ms, count }) => (ms >= waitedMs * 0.999 ? [count] : [])),
  );

  // Four players wait for their answers; whoever was due in the first 100 ms waits 200 ms and more.
  expect(sumOf(waited)).toBeGreaterThanOrEqual((rate * (standsMs - waitedMs)) / 1000 - 1);
});
