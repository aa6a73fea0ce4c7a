import { renderToString } from 'preact-render-to-string';
import type { AccountStatement } from '../../../../src/formats/judgement.ts';
import {
  AccountCard,
  differenceSentence,
  equationOf,
} from '../../../../src/ui/dashboard/players/account-card.tsx';

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

test('a difference that the next answer explains is no verdict yet', () => {
  const text = textOf(shown({ undecided: 'x2' }));
  expect(text).toContain(
    '– The agent says 10.10 USD less than the ledger expects. The next answer',
  );
  expect(text).not.toContain('✗');
});

test('markup in a username is text', () => {
  expect(shown({ playerUsername: '<script>alert(1)</script>' })).not.toContain('<script');
});

test.each([
  [
    'more',
    { actual: '105.00', difference: '5.00' },
    'The agent says 5.00 USD more than the ledger expects.',
  ],
  [
    'less',
    { actual: '95.00', difference: '-5.00' },
    'The agent says 5.00 USD less than the ledger expects.',
  ],
  ['the same', { actual: '100.00' }, 'The agent says the same.'],
  ['nothing', {}, 'The agent has not said a balance yet.'],
])('the agent says %s', (_, said, sentence) => {
  expect(differenceSentence({ currency: 'USD', ...said })).toBe(sentence);
});

const sums = {
  opening: '100.00',
  bets: '30.10',
  wins: '5.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
};

const told = (given: Partial<typeof sums>): string =>
  equationOf({ ...sums, ...given })
    .map(({ sign, amount, name }) => `${sign} ${amount} ${name}`.trim())
    .join(' ');

test('opening, bets, wins and rollbacks are told, as they were sent', () => {
  expect(told({})).toBe('100.00 opening − 30.10 bets + 5.00 wins + 0.00 rollbacks');
});

test('a rollback that took a win has a minus', () => {
  expect(told({ rollbacks: '-5.00' })).toContain('− 5.00 rollbacks');
});

test('what somebody else moved is there when something was', () => {
  expect(told({ elsewhere: '-2.50' })).toContain('− 2.50 elsewhere');
  expect(told({ elsewhere: '0.00' })).not.toContain('elsewhere');
});
