import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from '@jest/globals';
import { addMatchers } from '../../src/testing/jest.ts';
import {
  conformanceTests,
  fuzz,
  registerConformanceTests,
  startPlatform,
  type TestPlatform,
} from '../../src/testing/testing.ts';
import { createWallet } from './wallet.ts';

addMatchers(expect as never);

const app = createWallet();

/** What an agent's own code does: asks the platform for a link, correctly signed. */
const askForLink = async (
  platformUrl: string,
  order: { readonly playerId: string; readonly currency: string; readonly gameId: number },
): Promise<string> => {
  const fields = {
    agent_id: 1001,
    agent_session_id: `own-${Math.random()}`,
    currency: order.currency,
    game_id: order.gameId,
    home_url: 'http://127.0.0.1/home',
    ip: '127.0.0.1',
    language: 'en',
    player_id: order.playerId,
    player_username: order.playerId,
    timestamp: Math.floor(Date.now() / 1000),
  };
  const body = JSON.stringify(fields);
  const signature = createHmac('sha256', 'test-token').update(body).digest('hex');
  const response = await fetch(`${platformUrl}/api/games/get_game_link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body,
  });
  return await response.text();
};

describe('the first test', () => {
  // example: first
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startPlatform({ agent: { app }, players: ['alice:USD,EUR', 'bob:USD'] });
  });
  afterEach(() => platform.reset());
  afterAll(async () => await platform.close());

  it('debits a bet, credits the win, and applies a repeat once', async () => {
    const session = await platform.openSession({ player: 'alice', currency: 'USD', game: 101 });
    const bet = await session.makeBet({ bet: 5, win: 2 });
    bet.assertConforms();
    (await session.resend(bet)).assertConforms();
    (await session.rollback(bet)).assertConforms();
  });
  // end

  it('moves money once when duplicates come at once', async () => {
    // example: at-once
    const session = await platform.openSession({ player: 'bob' });
    const results = await session.concurrently(10, (index) =>
      index === 0 ? session.makeBet({ id: 'first', bet: 1 }) : session.resend('first'),
    );
    for (const result of results) result.assertConforms();
    // end
  });

  it('takes the options of scenarios', async () => {
    // example: options
    const session = await platform.openSession();
    const lost = await session.makeBet({ bet: 1, fault: 'drop-response' });
    (await session.resend(lost)).assertConforms(); // the agent has it, or takes it now
    (await session.makeBet({ bet: 1, signature: 'wrong' })).assertConforms(); // refused, as it must be
    (await session.makeBet({ bet: 1, tamper: { bet: 0.01 } })).assertConforms();
    (await session.makeBet({ bet: 'balance + 0.01' })).assertConforms();
    (await session.getBalance()).assertConforms();
    // end
  });
});

describe('matchers for Jest', () => {
  it('tell a balance and a refusal', async () => {
    const platform = await startPlatform({ agent: { app }, players: ['alice:USD'] });
    const session = await platform.openSession();
    const { balance } = await session.getBalance();
    // example: matchers
    const bet = await session.makeBet({ bet: 5.5 });
    expect(bet).toConform();
    expect(bet).toHaveBalance(Number(balance) - 5.5);
    expect(await session.makeBet({ bet: 'balance + 1' })).toBeRefused('insufficient_balance');
    // end
    await platform.close();
  });
});

describe('cases as data', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ agent: { app }, players: ['alice:USD,EUR', 'bob:USD'] });
  });
  afterAll(async () => await platform.close());

  // example: each
  test.each(conformanceTests({ only: 'IDEM-01,IDEM-02' }))('$id $title', async (each) => {
    await each.run(platform);
  });
  // end
});

describe('sequences that nobody wrote', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ agent: { app }, players: ['alice:USD,EUR', 'bob:USD'] });
  });
  afterAll(async () => await platform.close());

  it('have nothing against the agent', async () => {
    // example: fuzz
    const { sequences } = await fuzz(platform, { budget: '1m', runs: 50, seed: 7 });
    expect(sequences).toBeGreaterThanOrEqual(50);
    // end
  }, 120_000);
});

describe('requests of the agent', () => {
  it('are waited for, looked at and answered with a fault', async () => {
    // example: requests
    const platform = await startPlatform({
      agent: { app },
      players: ['alice:USD'],
      hooks: { launch: async (order) => await askForLink(platform.url, order) },
    });
    const session = await platform.openSession({ player: 'alice' }); // the agent asks for the link
    const request = await platform.waitForRequest('get_game_link', { timeout: '5s' });
    expect(request.request).toMatchObject({ player_id: 'alice', game_id: 101 });
    expect(platform.requests('list')).toHaveLength(0);
    (await session.makeBet({ bet: 1 })).assertConforms();

    platform.faults.add({
      direction: 'operation',
      fault: 'refused',
      code: 'game_not_found',
      times: 1,
    });
    expect(await askForLink(platform.url, { playerId: 'alice', currency: 'USD', gameId: 101 })).toContain(
      'game_not_found',
    );
    await platform.waitForIdle();
    await platform.close();
    // end
  });
});

describe('time', () => {
  it('stands still until it is moved', async () => {
    // example: time
    const platform = await startPlatform({
      agent: { app },
      players: ['alice:USD'],
      clock: 'manual',
    });
    platform.clock.set('2026-03-01T12:00:00Z');
    await platform.clock.advance('24h');
    expect(new Date(platform.clock.now()).toISOString()).toBe('2026-03-02T12:00:00.000Z');
    await platform.close();
    // end
  });
});

describe('the suite', () => {
  // example: register
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ agent: { app }, players: ['alice:USD,EUR', 'bob:USD'] });
  });
  afterAll(async () => await platform.close());

  registerConformanceTests(test, () => platform, { only: 'BET-01,RB-02' });
  // end
});
