import { shiftMs } from '../../../../src/ui/dashboard/controls/clock-section.tsx';

test.each([
  ['6', 'minutes', 360_000],
  ['-1.5', 'hours', -5_400_000],
  ['−2', 'seconds', -2_000],
  ['0,5', 'minutes', 30_000],
  ['soon', 'minutes', undefined],
  ['', 'minutes', undefined],
  ['1e9', 'hours', undefined],
] as const)('%j %s is %j ms', (written, unit, ms) => {
  expect(shiftMs(written, unit)).toBe(ms);
});
