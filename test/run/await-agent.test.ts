import { describe, expect, it } from '@jest/globals';
import { type AwaitedAgent, awaitAgent } from '../../src/run/await-agent.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';

const answered = (status: number): Answer => ({
  kind: 'answered',
  status,
  headers: {},
  body: Buffer.from(''),
});
const refused: Answer = {
  kind: 'failed',
  failure: 'refused',
  message: 'Nothing listens on 127.0.0.1:8080.',
};

/** Waits 30 s in virtual time; the last answer is that of every later question. */
const waiting = (answers: readonly Answer[], given: Partial<AwaitedAgent> = {}, clock = createManualClock()) => {
  const asked: number[] = [];
  const told: string[] = [];
  let isOver = false;
  const awaited = awaitAgent({
    ask: async (timeoutMs) => {
      asked.push(timeoutMs);
      return { answer: answers[Math.min(asked.length, answers.length) - 1] ?? refused };
    },
    waitMs: 30_000,
    clock,
    signal: new AbortController().signal,
    onWaiting: (said) => told.push(said),
    ...given,
  }).finally(() => {
    isOver = true;
  });
  const ending = async () => {
    while (!isOver) await Promise.race([clock.wakeNext(), awaited]);
    return { awaited: await awaited, asked, told };
  };
  return { ending, asked };
};

describe('awaitAgent', () => {
  it('asks once, and tells nothing, where the agent is there', async () => {
    const { awaited, asked, told } = await waiting([answered(200)]).ending();
    expect(awaited).toEqual({ kind: 'came', waitedMs: 0, said: 'HTTP 200' });
    expect([asked.length, told]).toEqual([1, []]);
  });

  it.each([200, 302, 400, 401, 404, 429, 499])('takes %d for an agent', async (status) => {
    const { awaited } = await waiting([refused, answered(status)]).ending();
    expect(awaited).toMatchObject({ kind: 'came', said: `HTTP ${status}`, waitedMs: 250 });
  });

  it('asks again after every answer from 500 on', async () => {
    const { awaited, asked, told } = await waiting([refused, answered(503), answered(500), answered(200)]).ending();
    expect(awaited).toMatchObject({ kind: 'came', waitedMs: 750 });
    expect(asked).toHaveLength(4);
    expect(told).toEqual([]);
  });

  it.each([
    [answered(503), 'HTTP 503'],
    [refused, 'Nothing listens on 127.0.0.1:8080. (ECONNREFUSED)'],
  ])('says what it saw last where nobody comes', async (answer, said) => {
    const { awaited, asked } = await waiting([answer]).ending();
    expect(awaited).toEqual({ kind: 'absent', said });
    expect(asked).toHaveLength(121);
  });

  it('gives no question more time than is left, and none less than a moment', async () => {
    const { asked } = await waiting([refused], { waitMs: 1000 }).ending();
    expect(asked).toEqual([1000, 750, 500, 250, 250]);
  });

  it('ends at once when it is interrupted', async () => {
    const controller = new AbortController();
    const { ending, asked } = waiting([refused], {
      signal: controller.signal,
      onWaiting: () => controller.abort(),
    });
    expect((await ending()).awaited).toEqual({ kind: 'ended' });
    expect(asked).toHaveLength(9);
  });
});

describe('an agent that is long in coming', () => {
  it('tells once what it is met with, after two seconds', async () => {
    const told: [number, string][] = [];
    const clock = createManualClock();
    const startedAt = clock.now();
    const onWaiting = (said: string) => told.push([clock.now(), said]);
    await waiting([refused], { onWaiting }, clock).ending();
    expect(told).toEqual([[startedAt + 2000, 'Nothing listens on 127.0.0.1:8080. (ECONNREFUSED)']]);
  });
});
