import { expect, it } from '@jest/globals';
import { type KeptStore, keepsNothing } from '../../src/journal/kept.ts';
import { JudgedTally } from '../../src/serve/judged-tally.ts';
import { judgementOf } from '../journal/sample-exchanges.ts';

const now = () => '2026-03-01T12:00:00.000Z';

const open = (kept: KeptStore = keepsNothing) => new JudgedTally({ kept, now });

it('counts a judgement that is changed once', () => {
  const tally = open();
  tally.judged(judgementOf('x-1', 'wrong'));
  tally.judged(judgementOf('x-1', 'right'));
  expect(tally.counts()).toEqual({
    judged: { right: 1, wrong: 0, risky: 0, consistent: 0, unjudged: 0 },
    unjudged: [],
    judgedSince: now(),
  });
});

it('tells why answers are not judged, the most frequent reason first, with the newest of each', () => {
  const tally = open();
  tally.judged({ ...judgementOf('x-1', 'unjudged'), because: 'no-answer' });
  for (const id of ['x-2', 'x-3', 'x-4']) tally.judged({ ...judgementOf(id, 'unjudged'), because: 'at-once' });
  tally.judged(judgementOf('x-3', 'right'));
  expect(tally.counts()).toMatchObject({
    judged: { right: 1, unjudged: 3 },
    unjudged: [
      { because: 'at-once', count: 2, exchangeId: 'x-4' },
      { because: 'no-answer', count: 1, exchangeId: 'x-1' },
    ],
  });
  tally.judged(judgementOf('x-1', 'right'));
  expect(tally.counts().unjudged).toHaveLength(1);
});

it('goes on with what is kept, and writes nothing where nothing has changed', () => {
  const written: unknown[] = [];
  const kept: KeptStore = {
    ...keepsNothing,
    keep: (_, key, value) => written.push({ key, value }),
  };
  const tally = open(kept);
  expect(tally.keep()).toBe(false);
  tally.judged(judgementOf('x-1', 'right'));
  expect(tally.keep()).toBe(true);
  expect(tally.keep()).toBe(false);

  const rows = JSON.parse(JSON.stringify(written)) as { key: string; value: unknown }[];
  const again = open({ ...keepsNothing, all: () => rows });
  expect(again.counts()).toEqual(tally.counts());
  again.clear();
  expect(again.counts()).not.toHaveProperty('judgedSince');
});

it('counts since it was opened, not since the first answer was judged: a run is judged at its end', () => {
  const times = ['2026-03-01T12:00:00.000Z', '2026-03-01T12:05:00.000Z'];
  const tally = new JudgedTally({ kept: keepsNothing, now: () => times.shift() ?? '' });
  tally.judged(judgementOf('x-1', 'right'));
  expect(tally.counts().judgedSince).toBe('2026-03-01T12:00:00.000Z');
});
