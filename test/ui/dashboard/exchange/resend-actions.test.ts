import { conflictOrder, lateOrder } from '../../../../src/ui/dashboard/exchange/resend-actions.tsx';

test.each([
  ['3', 3_000],
  [' 0.25 ', 250],
  ['0', 0],
  ['60', 60_000],
])('a late retry after %j s waits %i ms', (seconds, afterMs) => {
  expect(lateOrder(seconds)).toEqual({ as: 'stale', afterMs });
});

test.each(['', ' ', '-1', '60.001', 'soon', '1e9'])('%j is no wait', (seconds) => {
  expect(lateOrder(seconds)).toBeUndefined();
});

test('other amounts are sent as they were typed', () => {
  expect(conflictOrder(' 10.50 ', '0.00')).toEqual({ as: 'conflict', bet: '10.50', win: '0.00' });
  expect(conflictOrder('12345678901234567890.10', '')).toEqual({
    as: 'conflict',
    bet: '12345678901234567890.10',
  });
});
