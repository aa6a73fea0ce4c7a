import { expect, it } from '@jest/globals';
import { besides } from '../../src/cli/explain-pasted.ts';

it('shows two texts from a little before the place where they differ', () => {
  const head = 'x'.repeat(100);
  expect(besides(`${head}\\/abc`, `${head}/abc`, 80)).toEqual({
    signed: `…${'x'.repeat(24)}\\/abc`,
    wanted: `…${'x'.repeat(24)}/abc`,
    column: 25,
  });
});

it('shows a difference at the beginning and one at the end', () => {
  expect(besides('b', 'a', 80)).toEqual({ signed: 'b', wanted: 'a', column: 0 });
  expect(besides('{}\n', '{}', 80)).toEqual({ signed: '{}\\u{000a}', wanted: '{}', column: 2 });
});

it('spells out what a terminal would obey, and counts it', () => {
  expect(besides('\u001b[2Ja', '\u001b[2Jb', 80)).toEqual({
    signed: '\\u{001b}[2Ja',
    wanted: '\\u{001b}[2Jb',
    column: 11,
  });
});

it('is never wider than the page', () => {
  const { signed, wanted } = besides('a'.repeat(500), `${'a'.repeat(300)}b`, 40);
  expect([signed.length, wanted.length <= 40]).toEqual([40, true]);
  expect(signed.endsWith('a…')).toBe(true);
});
