// biome-ignore-all lint/suspicious/noThenProperty: it is data, and no method
import { afterEach, expect, it } from '@jest/globals';
import type { Callback } from '../../src/spec/callback.ts';
import type { Delivery, DeliveryTerms } from '../../src/wire/deliver.ts';
import { type AgentWay, broken, type OpenDelivery, ok, openDelivery, type Received } from './open-delivery.ts';
import { getBalance, makeBet } from './sample-callbacks.ts';

let open: OpenDelivery | undefined;
let received: readonly Received[] = [];
afterEach(() => open?.close());

const openAnswering = async (...ways: readonly AgentWay[]): Promise<OpenDelivery> => {
  open = await openDelivery(...ways);
  ({ received } = open);
  return open;
};

const delivered = async (callback: Callback, changes: Partial<DeliveryTerms> = {}): Promise<Delivery> => {
  if (open === undefined) throw new Error('No agent is open.');
  return await open.deliver(callback, changes);
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
  expect(open?.courier.recorded).toEqual(exchanges);
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
  const { clock } = await openAnswering(broken);
  const closing = new AbortController();
  const { outcome, exchanges } = await delivered(makeBet, {
    signal: closing.signal,
    clock: {
      now: clock.now,
      sleep: (durationMs, signal) => {
        const slept = clock.sleep(durationMs, signal);
        closing.abort();
        return slept;
      },
    },
  });
  expect(outcome).toEqual({
    kind: 'unclear',
    reason: 'The delivery was interrupted by the platform.',
  });
  expect(exchanges.length).toBe(1);
});

it('tells what it waits for, how often it is sent again, and what comes then', async () => {
  await openAnswering(broken, broken, ok);
  const told: unknown[] = [];
  const onWait: DeliveryTerms['onWait'] = ({ exchangeId, ...waiting }) => {
    told.push([waiting, typeof exchangeId]);
    return () => told.push('over');
  };
  await delivered(makeBet, { onWait });
  const waits = { what: 'callback', then: 'rollback' };
  expect(told).toEqual([
    [{ ...waits, attempt: 2, afterMs: 1_000, attemptsLeft: 2 }, 'string'],
    'over',
    [{ ...waits, attempt: 3, afterMs: 2_000, attemptsLeft: 1 }, 'string'],
    'over',
  ]);
});

it('tells of no wait where all goes well', async () => {
  await openAnswering(ok);
  const told: unknown[] = [];
  const onWait: DeliveryTerms['onWait'] = (waiting) => {
    told.push(waiting);
    return () => undefined;
  };
  await delivered(makeBet, { onWait });
  expect(told).toEqual([]);
});
