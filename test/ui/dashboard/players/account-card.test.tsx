import { renderToString } from 'preact-render-to-string';
import type { AccountStatement } from '../../../../src/formats/judgement.ts';
import { AccountCard, comparisonSentence, termsOf } from '../../../../src/ui/dashboard/players/account-card.tsx';

const account: AccountStatement = {
  playerId: 'player-1',
  playerUsername: 'Player One',
  currency: 'USD',
  opening: '100.00',
  bets: '10.10',
  wins: '0.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
  runs: '0.00',
  expected: '89.90',
  actual: '79.80',
  difference: '-10.10',
  points: [],
};

const shown = (given: Partial<AccountStatement>): string =>
  renderToString(<AccountCard account={{ ...account, ...given }} title="USD" />);

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/ +/g, ' ');

test('the statement has a line for each amount, beside what the agent says', () => {
  expect(textOf(shown({})).replaceAll(/\s+/g, ' ')).toContain(
    'opening 100.00 − bets 10.10 + wins 0.00 + rollbacks 0.00 = the ledger expects 89.90 the agent says 79.80 difference −10.10',
  );
});

const since = { exchangeId: 'x1', at: '2026-03-01T12:00:00.000Z', difference: '-10.10' };

test('a statement from before a restart says so, and is no verdict', () => {
  const text = textOf(shown({ asOf: '2026-03-01T12:00:00.000Z', since }));
  expect(text).toMatch(/– As of \d\d:00:00, before the restart\. +The agent says 10.10 USD less/);
  expect(text).toContain('The ledger begins again with the next balance.');
  expect(text).not.toContain('✗');
});

test('what was apart before a restart is told, with a link to the breach', () => {
  const beforeRestart = { at: '2026-03-01T12:00:00.000Z', difference: '-10.10', since };
  const markup = shown({ actual: '89.90', difference: '0.00', beforeRestart });
  expect(textOf(markup)).toContain('it was 10.10 too little, since the breach at');
  expect(textOf(markup)).toContain('✓ The agent says the same.');
  expect(markup).toContain('href="#/exchanges/x1"');
});

test('a difference is told by a sign and a sentence', () => {
  expect(textOf(shown({}))).toContain('✗ The agent says 10.10 USD less than the ledger expects.');
});

test('a difference that the next answer explains is no verdict yet', () => {
  const text = textOf(shown({ undecided: 'x2' }));
  expect(text).toContain('– The agent says 10.10 USD less than the ledger expects. The next answer');
  expect(text).not.toContain('✗');
});

test('markup in a username is text', () => {
  expect(shown({ playerUsername: '<script>alert(1)</script>' })).not.toContain('<script');
});

test.each([
  ['more', { actual: '105.00', difference: '5.00' }, 'The agent says 5.00 USD more than the ledger expects.'],
  ['less', { actual: '95.00', difference: '-5.00' }, 'The agent says 5.00 USD less than the ledger expects.'],
  ['the same', { actual: '100.00' }, 'The agent says the same.'],
  ['nothing', {}, 'The agent has not said a balance yet.'],
])('the agent says %s', (_, said, sentence) => {
  expect(comparisonSentence({ currency: 'USD', ...said })).toBe(sentence);
});

const sums = {
  opening: '100.00',
  bets: '30.10',
  wins: '5.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
  runs: '0.00',
};

const told = (given: Partial<typeof sums>): string =>
  termsOf({ ...sums, ...given })
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
