import type { AdminEvent } from '../../../../src/api/schemas/admin-event.ts';
import { mostRows, noRows, withEvents, withPage } from '../../../../src/ui/dashboard/sessions/session-rows.ts';
import { row } from './rows.ts';

const exchange = (seq: number, sessionId = 's-1'): AdminEvent => ({
  kind: 'exchange',
  row: row(seq, seq, { sessionId }),
});

const judgement = (exchangeId: string): AdminEvent => ({
  kind: 'judgement',
  judgement: { exchangeId, verdict: 'wrong', sentence: 'No.', findings: [] },
});

const read = (...rows: ReturnType<typeof row>[]) => withPage(noRows('s-1'), { rows, more: false });

test('new exchanges of the session are added, those of others are not', () => {
  const { rows } = withEvents(read(row(1, 0)), [exchange(2), exchange(3, 's-2')]);
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a judgement gives its row the verdict, also in the same message', () => {
  const { rows } = withEvents(read(row(1, 0)), [exchange(2), judgement('ex-2')]);
  expect(rows.map(({ verdict }) => verdict)).toEqual([undefined, 'wrong']);
});

test('what nothing is told of is the same object', () => {
  const known = read(row(1, 0));
  expect(withEvents(known, [exchange(2, 's-2'), judgement('ex-9')])).toBe(known);
});

test('an exchange and a verdict that are told while the page is read are not lost', () => {
  const told = withEvents(noRows('s-1'), [exchange(2), judgement('ex-1')]);
  expect(told.isRead).toBe(false);
  const { isRead, rows } = withPage(told, { rows: [row(1, 0)], more: false });
  expect(isRead).toBe(true);
  expect(rows.map(({ seq, verdict }) => [seq, verdict])).toEqual([
    [1, 'wrong'],
    [2, undefined],
  ]);
});

test('a page that is read anew repairs rows whose judgement was missed', () => {
  const { rows } = withPage(read(row(1, 0)), {
    rows: [row(1, 0, { verdict: 'right' })],
    more: false,
  });
  expect(rows).toEqual([row(1, 0, { verdict: 'right' })]);
});

test('earlier rows come first, and it is known whether there are more', () => {
  const { rows, hasEarlier } = withPage(read(row(5, 5)), { rows: [row(1, 0)], more: true });
  expect([rows.map(({ seq }) => seq), hasEarlier]).toEqual([[1, 5], true]);
});

test('the oldest go when there are too many', () => {
  const rows = Array.from({ length: mostRows }, (_, index) => row(index + 1, index));
  const more = withEvents(read(...rows), [exchange(mostRows + 1)]).rows;
  expect([more.length, more[0]?.seq]).toEqual([mostRows, 2]);
});
