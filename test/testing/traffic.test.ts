import { createServer } from 'node:http';
import { expect, it, jest } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { matchers } from '../../src/testing/matchers.ts';
import { shippedCases } from '../../src/testing/shipped-cases.ts';
import { type AppSurroundings, conformanceTests, type TestPlatform } from '../../src/testing/testing.ts';
import { platformStarter } from './platform-starter.ts';
import { createWallet } from './wallet.ts';

const start = platformStarter('alice:USD', 'bob:USD');

const ask = async (platform: TestPlatform, operation: string): Promise<Response> =>
  await fetch(`${platform.url}/api/games/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': 'none' },
    body: JSON.stringify({ agent_id: 1001, timestamp: Math.floor(Date.now() / 1000) }),
  });

it('tells what came instead of a request that is waited for', async () => {
  const platform = await start();
  await ask(platform, 'list');
  const waited = platform.waitForRequest('get_game_link', { timeout: '20ms' });
  await expect(waited).rejects.toThrow(
    'did not receive get_game_link within 20 ms. It received: list (HTTP 403 invalid_signature).',
  );
  await expect(platform.waitForRequest('lists' as never)).rejects.toThrow(/no operation "lists"/);
  platform.findings();
});

it('hears a request that comes while it is waited for', async () => {
  const platform = await start();
  const waited = platform.waitForRequest('list', { timeout: '60s' });
  await ask(platform, 'list');
  expect(await waited).toMatchObject({ kind: 'list', status: 403, request: { agent_id: 1001 } });
  expect(() => platform.reset()).toThrow(/REQ-01/);
  expect(platform.requests()).toEqual([]);
});

it('forgets everything at reset, and in less than a millisecond', async () => {
  const platform = await start(undefined, { clock: 'manual' });
  const session = await platform.openSession();
  const bet = await session.makeBet({ bet: 1 });
  platform.faults.add({ direction: 'callback', fault: 'duplicated' });
  platform.clock.set('2026-03-01T12:00:00Z');
  platform.reset();
  expect([platform.exchanges(), platform.faults.list()]).toEqual([[], []]);
  expect(platform.clock.state()).toMatchObject({ frozen: true });
  expect(Math.abs(platform.clock.shiftMs())).toBeLessThan(60_000);
  await expect(session.resend(bet)).rejects.toThrow(/since the last reset/);
  const took: number[] = [];
  // Other work may have the processor: the quickest of a few rounds shows what it costs.
  do {
    const began = performance.now();
    for (let count = 0; count < 20; count += 1) platform.reset();
    took.push((performance.now() - began) / 20);
  } while (Math.min(...took) >= 1 && took.length < 50);
  expect(Math.min(...took)).toBeLessThan(1);
});

it('resolves with a reason where the agent is gone, and waits for one that comes', async () => {
  const server = createServer(createWallet());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}/callback`;
  const platform = await start(undefined, { agent: { url } });
  const result = await (await platform.openSession()).makeBet({ bet: 1 });
  expect(result.ok).toBe(false);
  expect(() => result.assertConforms()).toThrow(/127\.0\.0\.1/);
  await expect(platform.waitForAgent({ timeout: '10ms' })).rejects.toThrow(/did not answer within 10 ms/);
  const waited = platform.waitForAgent({ timeout: '60s' });
  server.listen(port, '127.0.0.1');
  await waited;
  server.closeAllConnections();
  server.close();
});

it('imports an app, and tells a factory where the platform is', async () => {
  const imported = await start(undefined, {
    agent: { app: async () => ({ default: createWallet() }) },
  });
  expect((await (await imported.openSession()).makeBet({ bet: 1 })).ok).toBe(true);
  let told = '';
  const made = await start(undefined, {
    agent: {
      app: ({ platformUrl }: AppSurroundings) => {
        told = platformUrl;
        return createServer(createWallet());
      },
    },
  });
  expect(told).toBe(made.url);
});

it('gives the cases as data, the same as the suite of the executable', async () => {
  expect(shippedCases()).toEqual(await shippedScenarios());
  const cases = conformanceTests({ only: 'IDEM,must' });
  expect(cases[0]).toMatchObject({ level: 'must', requirements: expect.any(Array) });
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(() => conformanceTests({ only: 'IDEN' })).toThrow(/No requirement/);
});

it('plays cases: a right wallet passes, a wrong one fails by its requirement', async () => {
  const [right, wrong] = await Promise.all([start(), start('double-debit')]);
  const cases = conformanceTests({ only: 'IDEM-01' });
  for (const each of cases) expect(['passed', 'skipped']).toContain((await each.run(right)).kind);
  await expect(Promise.all(cases.map(async (each) => await each.run(wrong)))).rejects.toThrow(/IDEM-01 \(must/);
  expect(await (await right.openSession()).makeBet({ bet: 1 })).toMatchObject({ ok: true });
  const [needy] = conformanceTests({ only: 'REQ-07' });
  expect(await needy?.run(right)).toMatchObject({ kind: 'skipped' });
});

it('compares balances as decimals, and tells the finding where a matcher fails', async () => {
  const platform = await start('double-debit');
  const session = await platform.openSession();
  const bet = await session.makeBet({ bet: 5.5 });
  expect(matchers.toHaveBalance(bet, '994.5').pass).toBe(true);
  expect(matchers.toHaveBalance(bet, '994.51').pass).toBe(false);
  expect(matchers.toBeRefused(bet).message()).toContain('got the balance 994.50');
  const again = await session.resend(bet);
  expect(matchers.toConform(again)).toMatchObject({ pass: false });
  expect(matchers.toConform(again).message()).toContain('was debited twice');
  expect(() => matchers.toConform(session.getBalance())).toThrow(/promise that is not awaited/);
  expect(matchers.toBeRefused(await session.makeBet({ bet: 9999 }), 'insufficient_balance').pass).toBe(true);
  platform.reset();
});

it('goes on under the fake timers of Jest', async () => {
  const platform = await start();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const session = await platform.openSession();
    expect(await session.makeBet({ bet: 1 })).toMatchObject({ ok: true, balance: '999.00' });
  } finally {
    jest.useRealTimers();
  }
});
