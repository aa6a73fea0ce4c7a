import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import { createFindingsDesk, type FindingsDesk } from '../../src/serve/findings-desk.ts';
import { aFinding, anExchange, aRequirement, aRun } from '../report/run-builder.ts';

let desk: FindingsDesk;
let told: number;
beforeEach(() => {
  told = 0;
  desk = createFindingsDesk({
    journal: openMemoryJournal({ maxExchanges: 10, maxBytes: 1_000_000 }),
    bus: {
      publish: () => {
        told += 1;
      },
    },
    now: () => 0,
    onError: (error) => {
      throw error;
    },
  });
});
afterEach(async () => await desk.close());

const view = { id: 'r1', title: 'the whole suite', startedAt: '2026-01-01T00:00:00.000Z' };
const finding = aFinding({ code: 'win-not-reverted', requirement: 'RB-02', exchanges: ['x1'] });
const whole = aRun({
  requirements: [aRequirement({ id: 'RB-02', verdict: 'failed', findings: [finding] })],
  exchanges: [anExchange()],
});
const [scenario] = whole.scenarios;

const find = (): void => {
  if (scenario === undefined) throw new Error('A run has scenarios.');
  desk.heardFound(view, { scenario, findings: [finding], exchanges: [anExchange()] });
};

it('is in the book before the run has ended, with its calls', async () => {
  find();
  await desk.settled();
  expect(told).toBe(1);
  expect(desk.book.of('win-not-reverted')).toMatchObject({
    count: 1,
    places: ['run r1'],
    card: { code: 'win-not-reverted', calls: [{ exchangeId: 'x1' }] },
  });
});

it('is counted once when the run has ended, and is gone where its end does not tell it', async () => {
  find();
  await desk.settled();
  desk.heardRun(view, whole);
  await desk.settled();
  expect(desk.book.of('win-not-reverted')).toMatchObject({ count: 1, places: ['run r1'] });

  find();
  desk.heardRun({ ...view, id: 'r2' }, undefined);
  desk.heardFound(
    { ...view, id: 'r3' },
    { scenario: whole.scenarios[0] ?? missing(), findings: [finding], exchanges: [] },
  );
  await desk.settled();
  expect(desk.book.of('win-not-reverted')?.count).toBe(3);
  for (const id of ['r1', 'r3']) desk.heardRun({ ...view, id }, aRun({ requirements: [] }));
  await desk.settled();
  expect(desk.book.of('win-not-reverted')).toBeUndefined();
});

it('is counted once, however often it was found', async () => {
  for (let time = 0; time < 30; time += 1) find();
  await desk.settled();
  expect(desk.book.of('win-not-reverted')).toMatchObject({ count: 30 });
  desk.heardRun(view, whole);
  await desk.settled();
  expect(desk.book.of('win-not-reverted')).toMatchObject({ count: 1, places: ['run r1'] });
});

const missing = (): never => {
  throw new Error('A run has scenarios.');
};
