import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import type { SendCallback } from '../../src/games/callbacks.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { getBalance, makeBet } from '../wire/sample-callbacks.ts';
import { say } from './open-wallet.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

it('tells the balance, and the sending with its verdict', async () => {
  await open.sendCallback(getBalance);
  const { outcome, calls } = await open.sendCallback(makeBet);
  expect(outcome).toEqual({ kind: 'balance', balance: '89.5' });
  expect(calls).toEqual([expect.objectContaining({ kind: 'makeBet', status: 200, bet: '10.50', verdict: 'right' })]);
  expect((await rowOf(open, calls[0]?.exchangeId)).exchange).toMatchObject({
    origin: 'game',
    attempt: 1,
  });
});

it.each([
  [true, 'walletproof cannot tell whether the agent knows tx-2'],
  [false, 'perhaps tx-2 moved nothing; the next call will show'],
])('suspects no agent that may have had the bet before: %s', async (isAgain, sentence) => {
  await open.sendCallback(getBalance);
  // What it does with a bet like this is known from now on.
  const { outcome } = await open.sendCallback(makeBet);
  const balance = Number(outcome.kind === 'balance' ? outcome.balance : Number.NaN);
  open.wallet.next(say(200, { content: { balance } }));
  const { calls } = await open.sendCallback({ ...makeBet, transactionId: 'tx-2' }, { isAgain });
  expect((await rowOf(open, calls[0]?.exchangeId)).judgement?.sentence).toContain(sentence);
});

it("tells the agent's refusal in its words", async () => {
  open.wallet.next(say(402, { error: 'insufficient_balance', message: 'Too little.' }));
  const { outcome } = await open.sendCallback(makeBet);
  expect(outcome).toEqual({
    ...{ kind: 'refused', code: 'insufficient_balance', message: 'Too little.' },
  });
});

it('names the status of a refusal without a code', async () => {
  open.wallet.next((response) => response.writeHead(404).end('<h1>'));
  expect((await open.sendCallback(makeBet)).outcome).toEqual({
    ...{ kind: 'refused', code: 'HTTP 404', message: '' },
  });
});

it('takes a refusal for the rate for a refusal, and is not slower afterwards', async () => {
  open.wallet.next(say(429, { message: 'Too many.' }));
  const { outcome, calls } = await open.sendCallback(makeBet);
  expect([outcome.kind, calls.length]).toEqual(['refused', 1]);
  expect(open.wallet.arrived).toHaveLength(1);
  const again = await Promise.all([1, 2, 3].map(() => open.sendCallback(getBalance)));
  expect(again.map((each) => each.outcome.kind)).toEqual(['balance', 'balance', 'balance']);
});

it('sends to an agent that is away again as the settings say', async () => {
  await open.close();
  const clock = createManualClock(1_800_000_000_000);
  open = await openWired({ clock });
  open.wallet.next((response) => response.writeHead(503, { 'retry-after': '60' }).end());
  const waits: unknown[] = [];
  const sending = open.sendCallback(makeBet, { onWait: (waiting) => waits.push(waiting) });
  expect(await clock.wakeNext()).toBe(1_000);
  expect((await sending).calls.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 503],
    [2, 200],
  ]);
  const [waiting, over] = waits;
  expect(waiting).toMatchObject({ kind: 'makeBet', attempt: 2, inMs: 1_000 });
  expect([waits.length, over]).toEqual([2, undefined]);
});

it('shows no token that the agent answers', async () => {
  const error = 'bad test-token';
  open.wallet.next(say(403, { error, message: 'It is test-token.' }));
  const sent = await open.sendCallback(makeBet);
  expect(JSON.stringify(sent)).not.toContain('test-token');
  expect(sent.calls[0]?.answer).toBe('bad **********');
});

it('says why nobody was asked, and that nothing was sent', async () => {
  const { outcome, calls } = await open.sendCallback({ ...getBalance, agentId: 4711 });
  expect(outcome).toEqual({ kind: 'unclear', reason: 'There is no agent 4711.', unsent: true });
  expect(calls).toEqual([]);
});

const lost = async (more: object, send: (by: SendCallback) => ReturnType<SendCallback>) => {
  await open.close();
  const clock = createManualClock(1_800_000_000_000);
  open = await openWired({ clock, ...more });
  await open.sendCallback(getBalance);
  const sending = send(open.sendCallback);
  return { sending, clock };
};

it('asks again for an answer that is lost, with the same transaction_id', async () => {
  const { sending, clock } = await lost({}, (by) => by(makeBet, { loseAnswer: true }));
  expect(await clock.wakeNext()).toBe(1_000);
  const { outcome, calls } = await sending;
  expect(outcome).toEqual({ kind: 'balance', balance: '89.5' });
  expect(calls.map(({ attempt, failure, verdict }) => [attempt, failure, verdict])).toEqual([
    [1, 'dropped', expect.any(String)],
    [2, undefined, 'right'],
  ]);
  const [, one, two] = open.wallet.arrived.map(({ json }) => json.transaction_id);
  expect(two).toBe(one);
});

it('loses answers by a fault as well, as often as that is on', async () => {
  const { sending, clock } = await lost({}, (by) => {
    open.admin.faults.add({ direction: 'callback', fault: 'answer-lost', times: 2 });
    return by(makeBet);
  });
  await clock.wakeNext();
  await clock.wakeNext();
  expect((await sending).calls.map(({ failure }) => failure)).toEqual([...['dropped', 'dropped', undefined]]);
  expect(open.admin.faults.list()).toEqual([]);
});

it('rolls a bet back whose answer is lost, where the configuration says so', async () => {
  const callbacks = { timeout: '5s', delivery: 'rollback-only' as const };
  const configuration = { ...defaultConfiguration, callbacks };
  const before: unknown[] = [];
  const onRollback = () => before.push(...open.wallet.arrived.map(({ json }) => json.type));
  const options = { loseAnswer: true, onRollback } as const;
  const { sending } = await lost({ configuration }, (by) => by(makeBet, options));
  expect((await sending).outcome).toMatchObject({ kind: 'rolled-back', balance: '100' });
  expect(before).toEqual(['getBalance', 'makeBet']);
  expect(open.wallet.arrived.map(({ json }) => json.type)).toEqual([...before, 'rollback']);
});

it('sends nothing again where the list of retries is empty, and rolls back at once', async () => {
  const quirks = { ...defaultConfiguration.quirks, retries: [], rollbackRetries: [] };
  const configuration = { ...defaultConfiguration, quirks };
  const { sending } = await lost({ configuration }, (by) => by(makeBet, { loseAnswer: true }));
  expect((await sending).outcome).toMatchObject({ kind: 'rolled-back', balance: '100' });
  expect(open.wallet.arrived.map(({ json }) => json.type)).toEqual([...['getBalance', 'makeBet', 'rollback']]);
});

it('waits for no retry when the platform closes', async () => {
  const { sending } = await lost({}, (by) => by(makeBet, { loseAnswer: true }));
  open.interrupt();
  expect((await sending).outcome).toMatchObject({ kind: 'unclear', interrupted: true });
});
