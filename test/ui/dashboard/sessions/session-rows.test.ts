import type { AdminEvent } from '../../../../src/spec/admin/admin-event.ts';
import {
  addRows,
  mergeRows,
  mostRows,
} from '../../../../src/ui/dashboard/sessions/session-rows.ts';
import { row } from './rows.ts';

const exchange = (seq: number, sessionId = 's-1'): AdminEvent => ({
  kind: 'exchange',
  row: row(seq, seq, { sessionId }),
});

const judgement = (exchangeId: string): AdminEvent => ({
  kind: 'judgement',
  judgement: { exchangeId, verdict: 'wrong', sentence: 'No.', findings: [] },
});

test('new exchanges of the session are added, those of others are not', () => {
  const rows = mergeRows([row(1, 0)], [exchange(2), exchange(3, 's-2')], 's-1');
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a judgement gives its row the verdict, also in the same message', () => {
  const rows = mergeRows([row(1, 0)], [exchange(2), judgement('ex-2')], 's-1');
  expect(rows.map(({ verdict }) => verdict)).toEqual([undefined, 'wrong']);
});

test('rows that nothing is told of are the same object', () => {
  const rows = [row(1, 0)];
  expect(mergeRows(rows, [exchange(2, 's-2'), judgement('ex-9')], 's-1')).toBe(rows);
});

test('an exchange that is told twice is there once', () => {
  expect(addRows([row(1, 0)], [row(1, 0, { verdict: 'right' })])).toEqual([
    row(1, 0, { verdict: 'right' }),
  ]);
});

test('earlier rows come first', () => {
  expect(addRows([row(5, 5)], [row(1, 0)]).map(({ seq }) => seq)).toEqual([1, 5]);
});

test('the oldest go when there are too many', () => {
  const rows = Array.from({ length: mostRows }, (_, index) => row(index + 1, index));
  const more = addRows(rows, [row(mostRows + 1, 0)]);
  expect([more.length, more[0]?.seq]).toEqual([mostRows, 2]);
});
