import { equationOf } from '../../../../src/ui/dashboard/players/equation-of.ts';

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
