import { renderToString } from 'preact-render-to-string';
import { linesOf } from '../../../../src/ui/dashboard/traffic/list-lines.ts';
import { drawnRows, keyTarget } from '../../../../src/ui/dashboard/traffic/traffic-list.tsx';
import { neighbourOf } from '../../../../src/ui/dashboard/traffic/traffic-page.tsx';
import { openSession, rowOf } from './rows.ts';

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

const nothing = { selected: undefined, marked: [] } as const;

const drawn = (session: Awaited<ReturnType<typeof openSession>>, first: number, end: number) =>
  drawnRows(
    { session, ...nothing, selected: 'ex-999' },
    { lines: linesOf(session), window: { first, end, slots: 8 }, line: 32 },
  );

test('only the rows in the window are drawn, each in its place', async () => {
  const session = await openSession(1_000);
  session.activeSeq.value = 999;
  session.rows.receive([{ kind: 'exchange', row: rowOf(1_000, { verdict: 'wrong' }) }]);
  const markup = renderToString(<div>{[...drawn(session, 5, 6), ...drawn(session, 998, 1_000)]}</div>);
  const lines = [...markup.matchAll(/id="(exchange-\d+)"[^>]*class="([^"]*)"[^>]*\((\d+)px\)/g)];
  expect(lines.map(([, ...found]) => found)).toEqual([
    ['exchange-6', 'line ', '160'],
    ['exchange-999', 'line active selected', '31936'],
    ['exchange-1000', 'line  wrong', '31968'],
  ]);
  expect(markup).toContain('reading exchange 6…');
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

test('the calls beside one are those of the list', async () => {
  const session = await openSession(3);
  session.activeSeq.value = 2;
  expect(neighbourOf(session, 'ex-9', 1)).toBeUndefined();
  expect(neighbourOf(session, 'ex-2', 1)?.id).toBe('ex-3');
  expect(neighbourOf(session, 'ex-3', 1)).toBeUndefined();
  session.activeSeq.value = 2;
  expect(neighbourOf(session, 'ex-2', -1)?.id).toBe('ex-1');
});
