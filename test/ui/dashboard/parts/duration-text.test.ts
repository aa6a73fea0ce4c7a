import { durationText } from '../../../../src/ui/dashboard/parts/duration-text.ts';

test.each([
  [12.4, '12 ms'],
  [1_250, '1.25 s'],
  [184_000, '3 min 4 s'],
])('%d ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
