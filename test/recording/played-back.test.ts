import { expect, it } from '@jest/globals';
import { balance, bet, rollback } from './calls.ts';
import { type Deed, playAgainst, recordAgainst } from './play-back.ts';

const lost = { lose: 'answer' } as const;
const again = { requestId: 'req-2' };
const sendings = (...callbacks: readonly Deed['callback'][]): Deed[] =>
  [balance(), ...callbacks, balance()].map((callback) => ({ callback }));

const sessions: readonly (readonly [string, string, readonly Deed[]])[] = [
  ['no-duplicate-check', 'IDEM-01', sendings(bet('t1', '10'), bet('t1', '10'))],
  ['duplicate-by-request-id', 'IDEM-02', sendings(bet('t1', '10'), bet('t1', '10', again))],
  [
    'no-duplicate-check',
    'IDEM-12',
    [{ callback: balance() }, { callback: bet('t1', '10'), options: lost }, ...sendings(bet('t1', '10'))].toSpliced(
      2,
      1,
    ),
  ],
  ['ids-without-case', 'IDEM-13', sendings(bet('tx-a', '10'), bet('TX-A', '20'))],
  ['duplicate-by-round', 'IDEM-14', sendings(bet('t1', '10'), bet('t1', '10', { ...again, gameRoundId: 'another' }))],
  ['win-kept', 'RB-02', sendings(bet('t1', '10', { win: '25.5' }), rollback('t1'))],
  ['rollback-repeats', 'RB-04', sendings(bet('t1', '10'), rollback('t1'), rollback('t1', again))],
  ['no-balance-check', 'BET-06', sendings(bet('t1', '1000.01'))],
  ['first-answer-repeated', 'IDEM-03', sendings(bet('t1', '5'), bet('t2', '3'), bet('t1', '5'))],
  ['refund-stops-at-zero', 'RB-13', sendings(bet('w', '0', { win: '50' }), bet('t1', '1040'), rollback('w'))],
  [
    'any-signature-accepted',
    'SIG-03',
    [{ callback: balance() }, { callback: bet('t1', '1', { win: '5' }), options: { signature: 'wrong' } }],
  ],
];

it.each(sessions)('is red against %s, naming %s, and not against a right agent', async (defect, requirement, deeds) => {
  const yaml = await recordAgainst(defect, deeds);
  const wrong = await playAgainst(defect, yaml);
  const right = await playAgainst(undefined, yaml);

  expect(wrong.broken).toContain(requirement);
  expect(right.broken).toEqual([]);
  expect(['passed', 'observed']).toContain(right.verdict);
});

it('says the same of a recording of a right agent', async () => {
  const deeds = sessions.flatMap(([, , each], index) =>
    each.map(({ callback, options }) => ({
      callback: { ...callback, playerId: `player-${(index % 2) + 1}` },
      ...(options && { options }),
    })),
  );
  const yaml = await recordAgainst(undefined, deeds);
  expect(await playAgainst(undefined, yaml)).toMatchObject({ broken: [] });
});
