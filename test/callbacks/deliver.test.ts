import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import type { Delivery, DeliveryTerms } from '../../src/callbacks/deliver.ts';
import { deliver } from '../../src/callbacks/deliver.ts';
import type { Callback } from '../../src/contract/callback.ts';
import type { ManualClock } from '../../src/world/create-manual-clock.ts';
import { createManualClock } from '../../src/world/create-manual-clock.ts';
import type { OpenAgent } from './open-agent.ts';
import { bodyOf, openAgent } from './open-agent.ts';
import type { OpenCourier } from './open-courier.ts';
import { openCourier } from './open-courier.ts';
import { getBalance, makeBet } from './sample-callbacks.ts';

const token = 'test-token';

interface Received {
  readonly fields: Record<string, unknown>;
  readonly isSigned: boolean;
  readonly at: number;
}

let agent: OpenAgent | undefined;
let courier: OpenCourier | undefined;
let clock: ManualClock = createManualClock();
let received: Received[] = [];

afterEach(async () => {
  courier?.close();
  await agent?.close();
  clock = createManualClock();
  received = [];
});

const ok = (response: ServerResponse): void => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"content":{"balance":89.50}}');
};
const broken = (response: ServerResponse): void => {
  response.writeHead(500).end('oops');
};

/** An agent that answers its callbacks in this way, one after the other. */
const openAnswering = async (...answers: ((response: ServerResponse) => void)[]): Promise<void> => {
  agent = await openAgent(async (request, response) => {
    const body = (await bodyOf(request)).toString();
    const fields: Record<string, unknown> = JSON.parse(body);
    const sorted = JSON.stringify(
      fields,
      Object.keys(fields).toSorted((one, other) => (one < other ? -1 : 1)),
    );
    const signature = createHmac('sha256', token).update(sorted).digest('hex');
    const isSigned = request.headers['x-signature'] === signature;
    received.push({ fields, isSigned, at: clock.now() });
    (answers[received.length - 1] ?? broken)(response);
  });
};

/** Delivers, and moves the clock on whenever the delivery waits on it. */
const delivered = async (
  callback: Callback,
  changes: Partial<DeliveryTerms> = {},
): Promise<Delivery> => {
  courier = openCourier({ clock });
  let requests = 0;
  const delivery = deliver(callback, {
    courier,
    clock,
    recipient: { url: agent?.url ?? '', token, timeoutMs: 1_000 },
    mode: 'retry-then-rollback',
    requestId: 'keep',
    newRequestId: () => {
      requests += 1;
      return `new-${requests}`;
    },
    ...changes,
  });
  let isDone = false;
  void delivery.finally(() => {
    isDone = true;
  });
  while (!isDone) await Promise.race([clock.wakeNext(), delivery]);
  return delivery;
};

const valuesOf = (name: string): unknown[] => received.map(({ fields }) => fields[name]);

it('delivers a callback, signed, and tells the balance as the agent wrote it', async () => {
  await openAnswering(ok);
  const { outcome, exchanges } = await delivered(getBalance);
  expect(outcome).toEqual({ kind: 'balance', balance: '89.50' });
  expect(received).toMatchObject([{ isSigned: true, fields: { type: 'getBalance' } }]);
  expect(exchanges).toMatchObject([
    {
      attempt: 1,
      kind: 'getBalance',
      dialect: 'minimal',
      subject: { agentId: 1001, playerId: 'player-1', requestId: 'request-1' },
    },
  ]);
  expect(courier?.recorded).toEqual(exchanges);
});

it('sends an unclear bet again with the same bytes, after 1, 2 and 4 s', async () => {
  await openAnswering(
    broken,
    (response) => response.destroy(),
    (response) => response.end('OK'),
    ok,
  );
  const { outcome, exchanges } = await delivered(makeBet);
  expect(outcome).toMatchObject({ kind: 'balance' });
  expect(received.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 7_000]);
  expect(valuesOf('transaction_id')).toEqual(Array(4).fill('tx-1'));
  expect(valuesOf('request_id')).toEqual(Array(4).fill('request-1'));
  expect(new Set(exchanges.map(({ request }) => String(request.body))).size).toBe(1);
  expect(exchanges.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
});

it('signs a retry anew when it carries a new request_id', async () => {
  await openAnswering(broken, broken, ok);
  const { exchanges } = await delivered(makeBet, { requestId: 'new' });
  expect(valuesOf('request_id')).toEqual(['request-1', 'new-1', 'new-2']);
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);
  expect(exchanges.map(({ subject }) => subject.requestId)).toEqual(valuesOf('request_id'));
});

it('rolls a bet back that stays unclear, under a request_id of its own', async () => {
  await openAnswering(broken, broken, broken, broken, broken, ok);
  const { outcome } = await delivered(makeBet);
  expect(outcome).toEqual({
    kind: 'rolled-back',
    reason: 'The agent answered HTTP 500.',
    balance: '89.50',
  });
  expect(valuesOf('type')).toEqual([...Array(4).fill('makeBet'), 'rollback', 'rollback']);
  expect(valuesOf('request_id').slice(3)).toEqual(['request-1', 'new-1', 'new-1']);
  expect(received.at(-1)).toMatchObject({ at: 8_000, isSigned: true });
  expect(Object.keys(received.at(-1)?.fields ?? {})).toEqual([
    'agent_id',
    'session_id',
    'player_id',
    'player_username',
    'type',
    'currency',
    'language',
    'transaction_id',
    'request_id',
  ]);
});

it('gives up after five rollbacks', async () => {
  await openAnswering();
  const { outcome, exchanges } = await delivered(makeBet);
  expect(outcome).toEqual({ kind: 'unclear', reason: 'The agent answered HTTP 500.' });
  expect(exchanges.length).toBe(9);
});

it('ends with a clear refusal', async () => {
  await openAnswering((response) => {
    response.writeHead(402).end('{"error":"insufficient_balance","message":"No."}');
  });
  const { outcome, exchanges } = await delivered(makeBet);
  expect(outcome).toMatchObject({ kind: 'refused', code: 'insufficient_balance' });
  expect(exchanges.length).toBe(1);
});

it('is ended by its signal, while it waits as well', async () => {
  await openAnswering(broken);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  courier = openCourier({ clock });
  const { outcome, exchanges } = await deliver(makeBet, {
    courier,
    clock,
    recipient: { url: agent?.url ?? '', token, timeoutMs: 1_000 },
    mode: 'retry-then-rollback',
    requestId: 'keep',
    newRequestId: () => 'new',
    signal: controller.signal,
  });
  expect(outcome).toEqual({
    kind: 'unclear',
    reason: 'The delivery was interrupted by the platform.',
  });
  expect(exchanges.length).toBe(1);
});
