import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import { createLiveRecorder } from '../../src/serve/live-recorder.ts';
import { openRecorder, type Recorder } from '../../src/serve/open-recorder.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { exchangeNumber, judgementOf } from '../journal/sample-exchanges.ts';

const token = 'secret-token';
const secrets = [token];

let recorder: Recorder;

let told: AdminEvent[];

let watched: Exchange[];

let heard: ('finding' | 'count')[];

let found: ExchangeJudgement | undefined;

beforeEach(async () => {
  recorder = await openRecorder({ file: ':memory:', maxExchanges: 10_000, secrets: () => secrets });
  [told, watched, heard, found] = [[], [], [], judgementOf('x-1', 'right')];
});

afterEach(async () => await recorder.close());

const openLive = () =>
  createLiveRecorder({
    recorder,
    launches: { mark: (exchange) => exchange, show: () => undefined },
    hear: () => heard.push('finding'),
    count: () => heard.push('count'),
    bus: { publish: (event) => told.push(event) },
    watch: (exchange) => watched.push(exchange),
    judgeOperation: () => found,
  });

const operation = (number: number): Exchange => exchangeNumber(number, { direction: 'operation', kind: 'list' });

it('keeps, judges and tells an operation', async () => {
  openLive().record(operation(1));
  const row = await recorder.journal.row('x-1');
  expect(row?.judgement).toMatchObject({ verdict: 'right' });
  expect(told).toEqual([{ kind: 'judgement', judgement: row?.judgement }]);
  expect(watched).toHaveLength(1);
});

it('counts what a run made the agent ask: the report of the run tells what is wrong with it', () => {
  const live = openLive();
  live.record(operation(1));
  live.record({ ...operation(2), origin: 'run', run: { id: 'r-1', scenario: 'launch' } });
  expect(heard).toEqual(['finding', 'count']);
});

it('says nothing of an operation that came too fast', async () => {
  found = undefined;
  openLive().record(operation(1));
  expect(await recorder.journal.row('x-1')).not.toHaveProperty('judgement');
  expect(told).toEqual([]);
});

it('leaves callbacks to the judge of the wallet', async () => {
  const live = openLive();
  live.record(exchangeNumber(1));
  expect(told).toEqual([]);
  live.keep(judgementOf('x-1', 'right'));
  live.keep(judgementOf('x-1', 'wrong'));
  expect(live.judgementOf('x-1')).toMatchObject({ verdict: 'wrong' });
  expect((await recorder.journal.row('x-1'))?.judgement).toMatchObject({ verdict: 'wrong' });
});

it('shows no token in what it tells, keeps and remembers', async () => {
  const live = openLive();
  live.record(exchangeNumber(1));
  live.keep({ ...judgementOf('x-1', 'wrong'), sentence: `The agent said ${token}.` });
  const row = await recorder.journal.row('x-1');
  const shown = [told, live.judgementOf('x-1'), row?.judgement];
  expect(JSON.stringify(shown)).not.toContain(token);
  expect(live.judgementOf('x-1')?.sentence).toBe('The agent said ************.');
});

it('remembers the last thousand judgements', () => {
  const live = openLive();
  for (let number = 1; number <= 1_001; number += 1) {
    live.keep(judgementOf(`x-${number}`, 'right'));
  }
  expect(live.judgementOf('x-1')).toBeUndefined();
  expect(live.judgementOf('x-2')).toBeDefined();
  expect(live.judgementOf('__proto__')).toBeUndefined();
});
