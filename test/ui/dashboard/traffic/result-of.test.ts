import { resultOf } from '../../../../src/ui/dashboard/traffic/result-of.ts';

test.each([
  [{ status: 200 }, '200', 'good'],
  [{ status: 200, error: 'insufficient_balance' }, '200 insufficient_balance', 'warn'],
  [{ status: 403, error: 'invalid_signature' }, '403 invalid_signature', 'warn'],
  [{ status: 500 }, '500', 'bad'],
  [{ status: null, failure: 'timeout' }, 'timeout', 'bad'],
])('%j is told', (row, text, tone) => {
  expect(resultOf(row)).toEqual({ text, tone });
});
