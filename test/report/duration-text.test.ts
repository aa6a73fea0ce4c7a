import { expect, it } from '@jest/globals';
import { durationText } from '../../src/report/duration-text.ts';

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
