import { renderToString } from 'preact-render-to-string';
import type { AccountStatement } from '../../../../src/spec/account-statement.ts';
import { AccountCard } from '../../../../src/ui/dashboard/players/account-card.tsx';

const account: AccountStatement = {
  playerId: 'player-1',
  playerUsername: 'Player One',
  currency: 'USD',
  opening: '100.00',
  bets: '10.10',
  wins: '0.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
  expected: '89.90',
  actual: '79.80',
  difference: '-10.10',
  points: [],
};

const shown = (given: Partial<AccountStatement>): string =>
  renderToString(<AccountCard account={{ ...account, ...given }} title="USD" />);

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '');

test('the equation stands with its numbers, as they were told', () => {
  expect(textOf(shown({}))).toContain(
    '100.00 opening − 10.10 bets + 0.00 wins + 0.00 rollbacks = 89.90 USD balance',
  );
});

test('a difference is told by a sign and a sentence', () => {
  expect(textOf(shown({}))).toContain('✗ The agent says 10.10 USD less than the ledger expects.');
});

test('markup in a username is text', () => {
  expect(shown({ playerUsername: '<script>alert(1)</script>' })).not.toContain('<script');
});
