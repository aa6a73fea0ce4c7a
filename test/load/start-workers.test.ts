import { expect, it } from '@jest/globals';
import type { LoadPlan } from '../../src/load/load-plan.ts';
import { startWorkers } from '../../src/load/start-workers.ts';
import type { OpenedAccount } from '../../src/load/thread-messages.ts';
import { createFakeThread, type FakeThread, totalsOf } from './fake-thread.ts';

const plan = {} as LoadPlan;

const openedAccount: OpenedAccount = {
  playerId: 'a',
  currency: 'USD',
  sessionId: 's-a',
  balance: '1.00',
};

const start = (threads: readonly FakeThread[], keep = async (): Promise<void> => undefined) => {
  const told: string[] = [];
  const waiting = [...threads];
  const workers = startWorkers(
    threads.map(() => plan),
    {
      opened: keep,
      second: () => told.push('second'),
      settling: () => told.push('settling'),
    },
    () => (waiting.shift() ?? createFakeThread()).thread,
  );
  return { ...workers, told };
};

it('money may be moved only once the opening balances are kept', async () => {
  const worker = createFakeThread();
  let kept = (): void => undefined;
  const keeping = new Promise<void>((resolve) => {
    kept = resolve;
  });
  const { ended } = start([worker], async () => await keeping);
  worker.say({ kind: 'opened', number: 4, accounts: [openedAccount] });
  expect(worker.heard.map(({ kind }) => kind)).toEqual(['play']);

  kept();
  expect(await worker.waitFor('kept')).toEqual({ kind: 'kept', upTo: 4 });
  worker.say({ kind: 'done', totals: totalsOf() });
  expect(await ended).toHaveLength(1);
  expect(worker.isTerminated()).toBe(true);
});

it('tells that money is given back once all workers give back', async () => {
  const [one, other] = [createFakeThread(), createFakeThread()];
  const { ended, told } = start([one, other]);
  one.say({ kind: 'settling' });
  expect(told).toEqual([]);
  other.say({ kind: 'settling' });
  expect(told).toEqual(['settling']);
  for (const each of [one, other]) each.say({ kind: 'done', totals: totalsOf() });
  expect(await ended).toHaveLength(2);
});

it('a worker that dies stops the others, which give back first, and is an error of ours', async () => {
  const [one, other] = [createFakeThread(), createFakeThread()];
  const { ended } = start([one, other]);
  one.die(new Error('out of memory'));
  const failure = expect(ended).rejects.toThrow('out of memory');
  expect(await other.waitFor('stop')).toEqual({ kind: 'stop' });
  expect(other.isTerminated()).toBe(false);

  other.say({ kind: 'done', totals: totalsOf() });
  await failure;
  expect(other.isTerminated()).toBe(true);
});

it('a worker that cannot go on says why, and where', async () => {
  const worker = createFakeThread();
  const { ended } = start([worker]);
  worker.say({
    kind: 'failed',
    message: 'templates differ',
    stack: 'Error: templates differ\n  at x',
  });

  await expect(ended).rejects.toMatchObject({ stack: expect.stringContaining('at x') });
});

it('balances that cannot be kept end the load', async () => {
  const worker = createFakeThread();
  const { ended } = start([worker], async () => {
    throw new Error('disk full');
  });
  worker.say({ kind: 'opened', number: 1, accounts: [openedAccount] });

  await expect(ended).rejects.toThrow('disk full');
  expect(worker.heard.map(({ kind }) => kind)).not.toContain('kept');
});
