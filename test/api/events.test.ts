import { get, type IncomingMessage } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import type { Schedule } from '../../src/api/event-messages.ts';
import { exchangeRow } from '../../src/api/exchange-row.ts';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import { exchangeNumber } from '../journal/sample-exchanges.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { account } from './sample-context.ts';

/** Timers that go off when the test says so. */
const createTimers = () => {
  const waiting = new Map<() => void, number>();
  const schedule: Schedule = (call, delayMs) => {
    const own = (): void => call();
    waiting.set(own, delayMs);
    return () => waiting.delete(own);
  };
  const goOff = (delayMs: number): void => {
    for (const [call, ms] of [...waiting]) {
      if (ms === delayMs && waiting.delete(call)) call();
    }
  };
  return { schedule, goOff, delays: () => [...waiting.values()].sort((a, b) => a - b) };
};

const gather = 50;
const beat = 15_000;

const opened: OpenDashboard[] = [];
const open = async () => {
  const timers = createTimers();
  const dashboard = await openDashboard({ options: { schedule: timers.schedule } });
  opened.push(dashboard);
  return { ...dashboard, ...timers };
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((dashboard) => dashboard.close()));
});

interface Heard {
  readonly response: IncomingMessage;
  /** Waits until so many blocks came: the first says where the reader begins. */
  blocks(count: number): Promise<readonly string[]>;
  leave(): Promise<void>;
}

const listen = (port: number, lastEventId?: string): Promise<Heard> =>
  new Promise((resolve) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const sending = get({ host: '127.0.0.1', port, path: '/__admin/events', headers }, (response) => {
      let text = '';
      const parts = (): readonly string[] => text.split('\n\n').slice(0, -1);
      response.setEncoding('utf8').on('error', () => undefined);
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      resolve({
        response,
        blocks: async (count) => {
          while (parts().length < count) await new Promise((next) => response.once('data', next));
          return parts();
        },
        leave: async () => {
          const closed = new Promise((done) => response.once('close', done));
          sending.destroy();
          await closed;
        },
      });
    });
    sending.on('error', () => undefined);
  });

const eventsOf = (block: string | undefined): readonly AdminEvent[] =>
  JSON.parse(/^data: (.*)$/m.exec(block ?? '')?.[1] ?? 'null') as readonly AdminEvent[];
const idOf = (block: string | undefined): string => /^id: (.*)$/m.exec(block ?? '')?.[1] ?? '';

const clock = (shiftMs: number): AdminEvent => ({
  kind: 'clock',
  clock: { now: '', shiftMs, frozen: false },
});
const exchangeAt = (seq: number): AdminEvent => ({
  kind: 'exchange',
  row: exchangeRow({ seq, exchange: exchangeNumber(seq) }),
});
const calm = { exchangeId: 'x', verdict: 'right', sentence: '', findings: [] } as const;
const judged = (exchangeId: string): AdminEvent => ({
  kind: 'judgement',
  judgement: { ...calm, exchangeId },
});

it('tells what happened within a moment as one message', async () => {
  const { port, tell, goOff } = await open();
  const heard = await listen(port);
  expect(heard.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const [first] = await heard.blocks(1);
  expect(first).toBe('retry: 1000\nid: 0');
  tell(judged('x-1'));
  tell(judged('x-2'));
  goOff(gather);
  const [, message] = await heard.blocks(2);
  expect(eventsOf(message)).toEqual([judged('x-1'), judged('x-2')]);
});

it('begins with a gap for who listened before, and bears the place in the journal to read from', async () => {
  const { port, tell, goOff, journal } = await open();
  journal.record(exchangeNumber(1));
  const first = await listen(port);
  const [start] = await first.blocks(1);
  expect(start).toBe('retry: 1000\nid: 1');
  tell(exchangeAt(2));
  tell(judged('x-2'));
  goOff(gather);
  const [, seen] = await first.blocks(2);
  expect(idOf(seen)).toBe('2');
  await first.leave();
  journal.record(exchangeNumber(2));
  journal.record(exchangeNumber(3));
  const [gap] = await (await listen(port, '2')).blocks(1);
  expect([idOf(gap), eventsOf(gap)]).toEqual(['3', [{ kind: 'gap' }]]);
});

it('tells the last state only, and every point of an account', async () => {
  const { port, tell, goOff } = await open();
  const heard = await listen(port);
  const later = { ...account, expected: '80.00', points: [{ ...account.points[0], at: 'later' }] };
  const other = { ...account, currency: 'EUR' };
  tell({ kind: 'account', account });
  tell(clock(1));
  tell({ kind: 'account', account: other });
  tell({ kind: 'account', account: later as never });
  tell(clock(2));
  goOff(gather);
  const [, message] = await heard.blocks(2);
  expect(eventsOf(message)).toEqual([
    { kind: 'account', account: other },
    { kind: 'account', account: { ...later, points: [...account.points, ...later.points] } },
    clock(2),
  ]);
});

it('moves nothing across a reset', async () => {
  const { port, tell, goOff } = await open();
  const heard = await listen(port);
  for (const event of [clock(1), { kind: 'reset' } as const, clock(0)]) tell(event);
  goOff(gather);
  const [, message] = await heard.blocks(2);
  expect(eventsOf(message)).toEqual([clock(1), { kind: 'reset' }, clock(0)]);
});

it('beats every 15 seconds', async () => {
  const { port, goOff } = await open();
  const heard = await listen(port);
  goOff(beat);
  goOff(beat);
  expect((await heard.blocks(3)).slice(1)).toEqual([':', ':']);
});

it('hears the platform only while somebody listens', async () => {
  const { port, hasHearers, delays, ask } = await open();
  expect(hasHearers()).toBe(false);
  await ask('/__admin/events', { method: 'HEAD' });
  expect(hasHearers()).toBe(false);
  const [first, second] = [await listen(port), await listen(port)];
  expect(hasHearers()).toBe(true);
  await first.leave();
  await second.leave();
  while (hasHearers()) await new Promise((next) => setImmediate(next));
  expect(delays()).toEqual([]);
});

it('takes fifty listeners', async () => {
  const { port, ask } = await open();
  await Promise.all(Array.from({ length: 50 }, () => listen(port)));
  const { status, json } = await ask('/__admin/events');
  expect([status, json.error]).toEqual([503, 'too_many_listeners']);
});

it('drops a reader who is slow back to a gap instead of keeping what it did not read', async () => {
  const { port, tell, goOff } = await open();
  const slow = await listen(port);
  await slow.blocks(1);
  slow.response.pause();
  const sentence = 'x'.repeat(256 * 1024);
  const told = 120;
  for (let number = 0; number < told; number += 1) {
    tell({ kind: 'judgement', judgement: { ...calm, sentence } });
    goOff(gather);
    await new Promise((next) => setImmediate(next));
  }
  slow.response.resume();
  let blocks: readonly string[] = [];
  for (let count = 2; !blocks.at(-1)?.includes('gap'); count += 1) blocks = await slow.blocks(count);
  expect(blocks.length).toBeLessThan(told);
  tell(judged('after'));
  goOff(gather);
  expect(eventsOf((await slow.blocks(blocks.length + 1)).at(-1))).toEqual([judged('after')]);
});

it('ends every stream when it closes, and leaves no timer', async () => {
  const { port, dashboard, hasHearers, delays, tell } = await open();
  const heard = await listen(port);
  tell(judged('x-1'));
  const ended = new Promise((done) => heard.response.once('end', done));
  dashboard.close();
  await ended;
  expect([hasHearers(), delays()]).toEqual([false, []]);
});

it('tells a gap where an event cannot be rendered: others are lost with it', async () => {
  const { port, tell, goOff, errors } = await open();
  const heard = await listen(port);
  tell(judged('x-1'));
  tell({ kind: 'clock', clock: { now: '', shiftMs: 1n as never, frozen: false } });
  goOff(gather);
  expect(errors).toHaveLength(1);
  tell(clock(1));
  goOff(gather);
  const [, gap, next] = await heard.blocks(3);
  expect([eventsOf(gap), eventsOf(next)]).toEqual([[{ kind: 'gap' }], [clock(1)]]);
});
