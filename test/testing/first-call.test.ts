import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../../src/testing/testing.ts';
import { createWallet } from './wallet.ts';

const open: TestPlatform[] = [];

const start = async (options: Partial<PlatformOptions>): Promise<TestPlatform> => {
  const agent = { app: createWallet() };
  const platform = await startPlatform({ agent, players: ['alice:USD'], ...options });
  open.push(platform);
  return platform;
};

afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

const page = (_: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><p>Welcome</p>');
};

it.each([
  ['a wrong path', { app: createWallet(), path: '/nowhere' }, 'Correct the callback URL'],
  ['an HTML page', { app: page }, 'Correct the callback URL'],
  ['another token', { app: createWallet({ token: 'other' }) }, 'token'],
])('accuses nobody of %s, and says what to correct', async (_, agent, remedy) => {
  const platform = await start({ agent });
  const bet = await (await platform.openSession()).makeBet({ bet: 1 });
  expect(bet).toMatchObject({ verdict: 'unjudged', findings: [] });
  expect(bet.reason).toContain(remedy);
  expect(() => bet.assertConforms()).toThrow(remedy);
});

it('judges a wallet that answers HTML once it has worked', async () => {
  const wallet = createWallet();
  let isBroken = false;
  const app = (request: IncomingMessage, response: ServerResponse): void =>
    isBroken ? page(request, response) : wallet(request, response);
  const platform = await start({ agent: { app } });
  expect(await (await platform.openSession()).getBalance()).toMatchObject({ ok: true });
  platform.reset();
  isBroken = true;
  const balance = await (await platform.openSession()).getBalance();
  expect(balance.verdict).toBe('wrong');
  isBroken = false;
});

it('judges a first balance that is written as text', async () => {
  const platform = await start({ agent: { app: createWallet({ defect: 'text-balance' }) } });
  const balance = await (await platform.openSession()).getBalance();
  expect(balance.verdict).toBe('wrong');
});
