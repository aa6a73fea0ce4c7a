import { renderToString } from 'preact-render-to-string';
import { linesOf } from '../../../../src/ui/dashboard/traffic/list-lines.ts';
import { drawnRows, keyTarget } from '../../../../src/ui/dashboard/traffic/traffic-list.tsx';
import { neighbourOf } from '../../../../src/ui/dashboard/traffic/traffic-page.tsx';
import type { TrafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { openRows, openSession, rowOf } from './rows.ts';

const place = { active: 5, count: 10, pageRows: 4 };

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 9],
  ['PageUp', 1],
  ['Home', 0],
  ['End', 9],
  ['a', undefined],
  ['constructor', undefined],
])('%s leads to %s', (key, target) => {
  expect(keyTarget(key, place)).toBe(target);
});

test('without an active row, the keys begin at the newest', () => {
  expect(keyTarget('ArrowUp', { ...place, active: -1 })).toBe(9);
  expect(keyTarget('ArrowDown', { ...place, active: -1 })).toBe(9);
});

test('an empty list has no row to go to', () => {
  expect(keyTarget('End', { active: -1, count: 0, pageRows: 4 })).toBeUndefined();
});

const drawn = (session: TrafficSession, first: number, end: number) =>
  drawnRows(linesOf(session), { first, end, slots: 8, line: 32, active: 998, selected: 'ex-999' });

test('only the rows in the window are drawn, each in its place', async () => {
  const session = await openSession(1_000);
  session.rows.receive([{ kind: 'exchange', row: rowOf(1_000, { verdict: 'wrong' }) }]);
  const markup = renderToString(<div>{[...drawn(session, 5, 6), ...drawn(session, 998, 1_000)]}</div>);
  const lines = [...markup.matchAll(/data-index="(\d+)"[^>]*class="([^"]*)"[^>]*\((\d+)px\)/g)];
  expect(lines.map(([, ...found]) => found)).toEqual([
    ['5', 'line', '160'],
    ['998', 'line active selected', '31936'],
    ['999', 'line wrong', '31968'],
  ]);
  expect(markup).toContain('not read yet');
  expect(markup).toContain('aria-rowindex="7"');
});

test('an element that leaves the window is used for what comes into it', async () => {
  const session = await openSession(1_000);
  const keys = (first: number) => drawn(session, first, first + 8).map(({ key }) => key);
  expect(keys(8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(keys(11)).toEqual([3, 4, 5, 6, 7, 0, 1, 2]);
});

test('the verdict is the first cell of a row', async () => {
  const session = await openSession(3);
  const [row] = drawn(session, 0, 1);
  expect(renderToString(<div>{row}</div>)).toMatch(/<div role="row"[^>]*><div[^>]*class="cell verdict"/);
});

test('rounds are made of the newest calls that are read, and more is read as somebody comes to the first', async () => {
  const session = { ...(await openSession(1_000)), filter: { group: 'round' } };
  expect(linesOf(session).count).toBe(1 + 200);
  linesOf(session).want(60, 80);
  await new Promise(setImmediate);
  expect(linesOf(session).count).toBe(1 + 200);
  linesOf(session).want(40, 60);
  await new Promise(setImmediate);
  expect([linesOf(session).count, linesOf(session).seqAt(1)]).toEqual([1 + 400, 601]);
});

test('rounds that nobody counts are not read before somebody comes to the first', async () => {
  const { rows, settle } = await openRows(1_000, { count: async () => ({ count: 0, isMore: true }) });
  const session = { ...(await openSession(0)), rows, filter: { group: 'round' } };
  linesOf(session).want(60, 80);
  await settle();
  expect(rows.count()).toBe(200);
  linesOf(session).want(40, 60);
  await settle();
  expect(rows.count()).toBe(700);
});

test('the calls beside one are those of the list', async () => {
  const session = await openSession(3);
  session.cursor.value = { seq: 2, index: 1 };
  expect(neighbourOf(session, 'ex-9', 1)).toBeUndefined();
  expect(neighbourOf(session, 'ex-2', 1)?.id).toBe('ex-3');
  expect(neighbourOf(session, 'ex-3', 1)).toBeUndefined();
  session.cursor.value = { seq: 2, index: 1 };
  expect(neighbourOf(session, 'ex-2', -1)?.id).toBe('ex-1');
});
