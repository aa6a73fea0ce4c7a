import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createWitness } from '../../../src/serve/observer.ts';
import type { Recorder } from '../../../src/serve/open-recorder.ts';
import { openRecorder } from '../../../src/serve/open-recorder.ts';
import type { AdminEvent } from '../../../src/spec/admin/admin-event.ts';
import type { Exchange } from '../../../src/spec/exchange.ts';
import type { Finding } from '../../../src/spec/finding.ts';
import { exchangeNumber, judgementOf } from '../../journal/sample-exchanges.ts';

const token = 'secret-token';

let recorder: Recorder;
let told: AdminEvent[];
let watched: Exchange[];
let found: readonly Finding[] | undefined;
beforeEach(() => {
  recorder = openRecorder({ file: ':memory:', maxExchanges: 10_000, secrets: [token] });
  [told, watched, found] = [[], [], []];
});
afterEach(() => recorder.close());

const openWitness = () =>
  createWitness({
    recorder,
    tell: (event) => told.push(event),
    watch: (exchange) => watched.push(exchange),
    judgeOperation: () => found,
  });

const operation = (number: number): Exchange =>
  exchangeNumber(number, { direction: 'operation', kind: 'list' });

it('keeps, judges and tells an operation', () => {
  openWitness().record(operation(1));
  const row = recorder.journal.row('x-1');
  expect(row?.judgement).toMatchObject({ verdict: 'right' });
  expect(told).toEqual([{ kind: 'judgement', judgement: row?.judgement }]);
  expect(watched).toHaveLength(1);
});

it('says nothing of an operation that came too fast', () => {
  found = undefined;
  openWitness().record(operation(1));
  expect(recorder.journal.row('x-1')).not.toHaveProperty('judgement');
  expect(told).toEqual([]);
});

it('leaves callbacks to the judge of the wallet', () => {
  const witness = openWitness();
  witness.record(exchangeNumber(1));
  expect(told).toEqual([]);
  witness.keep(judgementOf('x-1', 'right'));
  witness.keep(judgementOf('x-1', 'wrong'));
  expect(witness.judgementOf('x-1')).toMatchObject({ verdict: 'wrong' });
  expect(recorder.journal.row('x-1')?.judgement).toMatchObject({ verdict: 'wrong' });
});

it('shows no token in what it tells, keeps and remembers', () => {
  const witness = openWitness();
  witness.record(exchangeNumber(1));
  witness.keep({ ...judgementOf('x-1', 'wrong'), sentence: `The agent said ${token}.` });
  const shown = [told, witness.judgementOf('x-1'), recorder.journal.row('x-1')?.judgement];
  expect(JSON.stringify(shown)).not.toContain(token);
  expect(witness.judgementOf('x-1')?.sentence).toBe('The agent said ************.');
});

it('remembers the last thousand judgements', () => {
  const witness = openWitness();
  for (let number = 1; number <= 1_001; number += 1) {
    witness.keep(judgementOf(`x-${number}`, 'right'));
  }
  expect(witness.judgementOf('x-1')).toBeUndefined();
  expect(witness.judgementOf('x-2')).toBeDefined();
  expect(witness.judgementOf('__proto__')).toBeUndefined();
});
