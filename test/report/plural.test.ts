import { expect, it } from '@jest/globals';
import { plural } from '../../src/report/plural.ts';

it.each([
  [0, '0 breaches'],
  [1, '1 breach'],
  [2, '2 breaches'],
])('counts %i in words', (count, text) => {
  expect(plural(count, 'breach', 'breaches')).toBe(text);
});
