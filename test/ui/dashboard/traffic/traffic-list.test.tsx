import { renderToString } from 'preact-render-to-string';
import type { ListWindow } from '../../../../src/ui/dashboard/traffic/list-window.ts';
import {
  keyTarget,
  listRows,
  openRow,
} from '../../../../src/ui/dashboard/traffic/traffic-list.tsx';
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

const itemsAt = (...indexes: readonly number[]): ListWindow =>
  ({
    getTotalSize: () => 3_232,
    getVirtualItems: () =>
      indexes.map((index) => ({ key: index + 1, index, start: 32 + index * 32 })),
  }) as unknown as ListWindow;

test('only the rows in the window are drawn, each in its place', async () => {
  const session = await openSession(1_000);
  session.activeSeq.value = 999;
  session.rows.receive([{ kind: 'exchange', row: rowOf(1_000, { verdict: 'wrong' }) }]);
  const markup = renderToString(listRows({ session, window: itemsAt(5, 998, 999) }));
  const lines = [...markup.matchAll(/id="(exchange-\d+)"[^>]*class="([^"]*)"[^>]*\((\d+)px\)/g)];
  expect(lines.map(([, ...found]) => found)).toEqual([
    ['exchange-6', 'line', '192'],
    ['exchange-999', 'line active', '31968'],
    ['exchange-1000', 'line wrong', '32000'],
  ]);
  expect(markup).toContain('reading exchange 6…');
  expect(markup).toContain('aria-rowindex="7"');
});

test('a row that is known is opened, and the list remembers it', async () => {
  const session = await openSession(1_000);
  Object.assign(globalThis, { location: { hash: '' } });
  openRow(session, 5);
  openRow(session, undefined);
  expect([location.hash, session.activeSeq.value]).toEqual(['', undefined]);
  openRow(session, 999);
  expect([location.hash, session.activeSeq.value]).toEqual(['#/exchanges/ex-999', 999]);
});
