import { shiftText } from '../../../../src/ui/dashboard/parts/shift-text.ts';

test.each([
  [360_000, '+6 min'],
  [-19_800_000, '−5 h 30 min'],
  [12_000, '+12 s'],
  [7_200_000, '+2 h'],
])('%i ms are %s', (ms, text) => {
  expect(shiftText(ms)).toBe(text);
});
