import { expect, it } from '@jest/globals';
import { durationText, plural } from '../../src/base/quantities.ts';

it.each([
  [0, '0 breaches'],
  [1, '1 breach'],
  [2, '2 breaches'],
])('counts %i in words', (count, text) => {
  expect(plural(count, 'breach', 'breaches')).toBe(text);
});

it.each([
  [0.4, '0 ms'],
  [12.4, '12 ms'],
  [999.7, '1.0 s'],
  [1900, '1.9 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('tells %d milliseconds as %s', (durationMs, text) => {
  expect(durationText(durationMs)).toBe(text);
});
