import { expect, it } from '@jest/globals';
import { type KeptStore, keepsNothing } from '../../src/journal/kept.ts';
import { createJudgedTally } from '../../src/serve/judged-tally.ts';
import { makeBet, withBody } from '../api/sample-calls.ts';
import { judgementOf } from '../journal/sample-exchanges.ts';

const now = () => '2026-03-01T12:00:00.000Z';

const open = (kept: KeptStore = keepsNothing) => createJudgedTally({ kept, now });

it('counts a judgement that is changed once', () => {
  const tally = open();
  tally.judged(judgementOf('x-1', 'wrong'), undefined);
  tally.judged(judgementOf('x-1', 'right'), 'wrong');
  expect(tally.counts()).toEqual({
    judged: { right: 1, wrong: 0, risky: 0, consistent: 0, unjudged: 0 },
    judgedSince: now(),
  });
});

it('knows what was tried by the exchanges', () => {
  const tally = open();
  expect(tally.untried()).toContain('bet');
  expect(tally.watch(makeBet(1))).toBe(true);
  expect(tally.untried()).toEqual(expect.not.arrayContaining(['bet']));
  expect(tally.untried()).toEqual(expect.arrayContaining(['win', 'duplicate', 'currency']));
  expect(tally.watch(makeBet(2))).toBe(false);

  tally.watch(makeBet(2));
  tally.watch(withBody('{"type":"makeBet","currency":"EUR","bet":1,"win":2.50}'));
  const lost = { kind: 'failed', failure: 'dropped', message: 'Lost.' } as const;
  tally.watch(makeBet(3, { answer: lost, timing: { together: 2 } }));
  tally.watch(makeBet(4, { direction: 'operation', kind: 'list' }));
  expect(tally.untried()).toEqual(['rollback', 'overspend', 'signature', 'free-spins']);
});

it('takes what a run asks to find the dialect for no trial', () => {
  const tally = open();
  const run = { id: 'run-1', scenario: 'dialect' };
  expect(tally.watch(makeBet(1, { run }))).toBe(false);
  expect(tally.watch(makeBet(1, { run: { ...run, scenario: 'bets/plain.yaml' } }))).toBe(true);
});

it('goes on with what is kept, and writes nothing where nothing has changed', () => {
  const written: unknown[] = [];
  const kept: KeptStore = {
    ...keepsNothing,
    keep: (_, key, value) => written.push({ key, value }),
  };
  const tally = open(kept);
  expect(tally.keep()).toBe(false);
  tally.judged(judgementOf('x-1', 'right'), undefined);
  tally.watch(makeBet(1));
  expect(tally.keep()).toBe(true);
  expect(tally.keep()).toBe(false);

  const rows = JSON.parse(JSON.stringify(written)) as { key: string; value: unknown }[];
  const again = open({ ...keepsNothing, all: () => rows });
  expect(again.counts()).toEqual(tally.counts());
  expect(again.untried()).toEqual(tally.untried());
  again.clear();
  expect(again.untried()).toContain('bet');
});
