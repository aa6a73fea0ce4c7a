import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { createMeasuring } from '../../src/wire/measure-call.ts';
import { openAgent } from './open-agent.ts';
import { messageTo, openCourier } from './open-courier.ts';

it('tells how many callbacks were under way at once', () => {
  const measuring = createMeasuring();
  const alone = measuring.begin()(undefined);
  const [one, two] = [measuring.begin(), measuring.begin()];
  const first = one(undefined);
  const three = measuring.begin();
  const others = [two(undefined), three(undefined)];
  expect(alone.timing?.together).toBeUndefined();
  expect(first.timing?.together).toBe(2);
  expect(others.map(({ timing }) => timing?.together)).toEqual([2, 2]);
});

it('tells for how long walletproof itself could do nothing', () => {
  const measured = createMeasuring().begin();
  const until = performance.now() + 200;
  while (performance.now() < until);
  expect(measured(undefined).timing?.lagMs).toBeGreaterThan(150);
});

it('is on time again once fake timers are put away', async () => {
  const measuring = createMeasuring();
  jest.useFakeTimers({ doNotFake: ['performance'] });
  measuring.begin()(undefined);
  jest.useRealTimers();
  await delay(100);
  // A busy machine may really be late, but not each time.
  const lags: (number | undefined)[] = [];
  while (lags.length < 10 && !lags.includes(undefined)) {
    const measured = measuring.begin();
    await delay(100);
    lags.push(measured(undefined).timing?.lagMs);
  }

  expect(lags).toContain(undefined);
});

it('measures from the sending to the headers of the answer', async () => {
  const agent = await openAgent((_, response) => {
    response.flushHeaders();
    setTimeout(() => response.end('{"content":{"balance":1}}'), 60);
  });
  const courier = openCourier();
  const { durationMs, timing } = await courier.send(messageTo(agent.url));
  expect(durationMs - (timing?.headersMs ?? durationMs)).toBeGreaterThan(40);
  courier.close();
  await agent.close();
});
