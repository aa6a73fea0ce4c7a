import { renderToString } from 'preact-render-to-string';
import type { AccountPoint, AccountStatement } from '../../../../src/formats/judgement.ts';
import { BalanceChart, nearest, pointSentence } from '../../../../src/ui/dashboard/players/balance-chart.tsx';

const point = (expected: string, actual?: string): AccountPoint => ({
  at: 'at noon',
  exchangeId: `ex-${expected}`,
  kind: 'makeBet',
  expected,
  actual,
});

test('the mark that is next to the pointer is read', () => {
  const marks = [10, 20, 40].map((x) => ({ x }));
  expect([0, 14, 16, 29, 31, 99].map((x) => nearest(marks, x)?.x)).toEqual([10, 10, 20, 20, 40, 40]);
  expect(nearest([], 5)).toBeUndefined();
});

test.each([
  ['the ledger expects 9.00, the agent said nothing.', point('9.00')],
  ['9.0, as the ledger expects.', point('9.00', '9.0')],
  ['the ledger expects 9.00, the agent says 8.00.', point('9.00', '8.00')],
])('a point is told: %s', (said, given) => {
  expect(pointSentence(given)).toBe(`at noon makeBet: ${said}`);
});

const drawn = (...points: AccountPoint[]): string =>
  renderToString(
    <BalanceChart
      account={
        {
          ...{ playerId: 'player-1', currency: 'USD', expected: '9.00', actual: '8.00' },
          points,
        } as unknown as AccountStatement
      }
    />,
  );

test('the chart says in words what it shows, and marks where the two differ', () => {
  const markup = drawn(point('10.00', '10.00'), point('9.00', '8.00'));
  expect(markup).toContain('Balance of player-1 in USD over 2 callbacks.');
  expect(markup).toContain('The ledger expects 9.00 now, the agent says 8.00.');
  expect(markup).toContain('They differ after 1 of the callbacks.');
  expect(markup.match(/<path class="differs" d="M\d/g)).toHaveLength(2);
  expect(drawn(point('10.00', '10.00'))).toContain('The two never differed.');
});
