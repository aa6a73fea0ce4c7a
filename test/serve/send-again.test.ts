import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SentByHand } from '../../src/api/schemas/hand-callbacks.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { signBody } from '../../src/signing/sign.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

const [agent] = defaultConfiguration.agents;
const other = {
  ...{ id: 1003, token: 'token-of-another-agent', unavailableGames: [] },
  players: agent?.players ?? [],
};

const rows = async (sent: SentByHand | undefined) =>
  await Promise.all((sent?.exchangeIds ?? []).map(async (id) => await rowOf(open, id)));

const bet = async (more = {}) => await open.admin.callbacks.trigger({ type: 'makeBet', bet: '10', ...more });

const launchOf = (agentId: number) => ({
  ...{ agentId, agentSessionId: 's', gameId: 101, playerId: 'player-1', playerUsername: 'One' },
  ...{ language: 'en', currency: 'USD', homeUrl: 'https://casino.example/', ip: '203.0.113.7' },
});

const first = async (): Promise<string> => {
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  const [id = ''] = (await bet()).exchangeIds;
  return id;
};

it('sends the same bytes', async () => {
  const id = await first();
  const [row] = await rows(await open.admin.callbacks.resend(id, { as: 'exact' }));
  const [, one, two] = open.wallet.arrived;
  expect([two?.text, two?.signature]).toEqual([one?.text, one?.signature]);
  expect(row?.exchange.id).not.toBe(id);
  expect(row?.judgement?.verdict).toBe('right');
});

it('sends the same transaction under a new request_id, signed anew', async () => {
  await open.admin.callbacks.resend(await first(), { as: 'resigned' });
  const [, one, two] = open.wallet.arrived;
  expect(two?.json).toEqual({ ...one?.json, request_id: two?.json.request_id });
  expect(two?.json.request_id).not.toBe(one?.json.request_id);
  expect(two?.signature).toBe(signBody(two?.text ?? '', undefined, 'test-token'));
});

it('sends other amounts under the same transaction_id', async () => {
  const id = await first();
  await open.admin.callbacks.resend(id, { as: 'conflict', bet: '20', win: '1.5' });
  await open.admin.callbacks.resend(id, { as: 'conflict' });
  const [, one, two, three] = open.wallet.arrived.map(({ json }) => json);
  expect(two).toMatchObject({ transaction_id: one.transaction_id, bet: 20, win: 1.5 });
  expect(three.bet).not.toBe(10);
});

it('has no other amounts of a getBalance', async () => {
  const [id = ''] = (await open.admin.callbacks.trigger({ type: 'getBalance' })).exchangeIds;
  const conflict = open.admin.callbacks.resend(id, { as: 'conflict' });
  await expect(conflict).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/neither bet nor win/),
  });
});

it.each([
  [{ as: 'stale' as const }, 3_000],
  [{ as: 'stale' as const, afterMs: 500 }, 500],
  [{ as: 'resigned' as const, afterMs: 70 }, 70],
])('waits where it is late: %j', async (order, waitedMs) => {
  await open.close();
  const clock = createManualClock(1_800_000_000_000);
  open = await openWired({ clock });
  const id = await first();
  const again = open.admin.callbacks.resend(id, order);
  expect(await clock.wakeNext()).toBe(waitedMs);
  await again;
  expect(open.wallet.arrived).toHaveLength(3);
});

it('finds no exchange that is not there, and none that the agent sent', async () => {
  expect(await open.admin.callbacks.resend('nothing', { as: 'exact' })).toBeUndefined();
  expect(await open.admin.callbacks.rollback('__proto__')).toBeUndefined();
});

it('goes to the agent that it went to before', async () => {
  await open.close();
  const { wallet } = open;
  const agents = [...defaultConfiguration.agents, { ...other, callbackUrl: wallet.url }];
  open = await openWired({
    callbackUrl: () => undefined,
    configuration: { ...defaultConfiguration, agents },
  });
  const { sessionId } = open.platform.sessions.create(launchOf(other.id));
  const sent = await open.admin.callbacks.trigger({ type: 'getBalance', sessionId });
  const again = await open.admin.callbacks.resend(sent.exchangeIds[0] ?? '', { as: 'exact' });
  expect((await rows(again))[0]?.exchange.request.url).toBe(wallet.url);
});

describe('a rollback by hand', () => {
  it('cancels the transaction of a makeBet', async () => {
    await open.admin.callbacks.trigger({ type: 'getBalance' });
    const [id = ''] = (await bet()).exchangeIds;
    const [row] = await rows(await open.admin.callbacks.rollback(id));
    const [, one, two] = open.wallet.arrived.map(({ json }) => json);
    expect(two).toMatchObject({ type: 'rollback', transaction_id: one.transaction_id });
    expect(row?.judgement).toMatchObject({ verdict: 'right', actual: '100.00' });
  });

  it('repeats a rollback', async () => {
    const [id = ''] = (await open.admin.callbacks.trigger({ type: 'rollback' })).exchangeIds;
    await open.admin.callbacks.rollback(id);
    const [one, two] = open.wallet.arrived.slice(1).map(({ json }) => json);
    expect(two.transaction_id).toBe(one.transaction_id);
    expect(two.request_id).not.toBe(one.request_id);
  });

  it('is refused of a getBalance, which has no transaction', async () => {
    const [id = ''] = (await open.admin.callbacks.trigger({ type: 'getBalance' })).exchangeIds;
    const rollback = open.admin.callbacks.rollback(id);
    await expect(rollback).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/no transaction/),
    });
    expect(open.wallet.arrived).toHaveLength(1);
  });
});

describe('a callback as somebody edited it', () => {
  const edited = async (change: (body: string) => string) => {
    const id = await first();
    const body = change(open.wallet.arrived.at(-1)?.text ?? '');
    const [row] = await rows(await open.admin.callbacks.resend(id, { as: 'edited', body }));
    const arrived = open.wallet.arrived.at(-1);
    return { body, row, arrived };
  };

  it('goes out byte for byte, signed again, and is judged as what it says', async () => {
    const { body, row, arrived } = await edited((text) =>
      text.replace(/"transaction_id":"[^"]*"/, ' "transaction_id": "tx-other"'),
    );
    expect(arrived?.text).toBe(body);
    expect(arrived?.signature).toBe(signBody(body, undefined, 'test-token'));
    expect(row?.exchange).toMatchObject({
      ...{ kind: 'makeBet', origin: 'hand', dialect: 'minimal' },
      subject: { transactionId: 'tx-other' },
    });
    expect(row?.judgement).toMatchObject({ verdict: 'right', expected: '80.00' });
  });

  it('is judged as a conflict where it has other amounts', async () => {
    const { row } = await edited((text) => text.replace(/"bet":[\d.]+/, '"bet":25.00'));
    expect(row?.judgement).toMatchObject({ verdict: 'right', expected: '90.00' });
  });
});
