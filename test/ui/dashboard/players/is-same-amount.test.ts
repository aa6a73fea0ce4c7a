import { isSameAmount } from '../../../../src/ui/dashboard/players/is-same-amount.ts';

test.each([
  ['1.50', '1.5', true],
  ['10', '1', false],
  ['0.00', '-0', true],
  ['-1', '1', false],
  ['0.1', '.10', true],
  ['9007199254740993', '9007199254740992', false],
])('%s and %s: %s', (one, other, same) => {
  expect(isSameAmount(one, other)).toBe(same);
});
