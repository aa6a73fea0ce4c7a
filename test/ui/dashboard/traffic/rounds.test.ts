import type { ExchangeRow } from '../../../../src/api/schemas/exchanges.ts';
import { roundsOf } from '../../../../src/ui/dashboard/traffic/rounds.ts';
import { rowOf } from './rows.ts';

const bet = (seq: number, given: Partial<ExchangeRow>): ExchangeRow =>
  rowOf(seq, { playerId: 'p', roundFinished: true, bet: '1.00', win: '0.00', ...given });

const titles = (rows: readonly ExchangeRow[]): readonly string[] => roundsOf(rows).map(({ title }) => title);

test('a round is named by what happened in it, and by no id', () => {
  const one = { gameRoundId: '6018f429-0000', transactionId: 't-1' };
  const [round] = roundsOf([
    bet(1, { ...one, bet: '3.05', win: '11.40' }),
    rowOf(2, { playerId: 'p', kind: 'rollback', transactionId: 't-1', verdict: 'wrong' }),
  ]);
  expect(round).toMatchObject({ seq: 1, title: 'bet 3.05, win 11.40, rolled back', wrong: 1, verdict: 'wrong' });
});

test('a lost answer and what is sent again are told', () => {
  const one = { gameRoundId: 'r', transactionId: 't-1' };
  expect(titles([bet(1, { ...one, status: null }), bet(2, { ...one, attempt: 2 })])).toEqual([
    'bet 1.00, no win, no answer, sent again',
  ]);
});

test('two bets of a round are two, also of the same amount', () => {
  const open = { gameRoundId: 'r', roundFinished: false };
  expect(
    titles([bet(1, { ...open, transactionId: 'a' }), bet(2, { ...open, transactionId: 'b', win: '2.00' })]),
  ).toEqual(['bet 1.00, bet 1.00, win 2.00']);
});

test('rounds that overlap stay apart, in the order in which they began', () => {
  const rows = [
    bet(1, { gameRoundId: 'a', transactionId: 'a1' }),
    bet(2, { gameRoundId: 'b', transactionId: 'b1', bet: '2.00' }),
    rowOf(3, { playerId: 'p', kind: 'rollback', transactionId: 'a1' }),
  ];
  expect(roundsOf(rows).map(({ calls }) => calls.map(({ seq }) => seq))).toEqual([[1, 3], [2]]);
});

test('the same id of another player is another round', () => {
  expect(titles([bet(1, { gameRoundId: 'r' }), bet(2, { gameRoundId: 'r', playerId: 'q' })])).toHaveLength(2);
});

test('what is of no round is named by its kind, and stands together', () => {
  const asked = (seq: number) => rowOf(seq, { playerId: 'p', kind: 'getBalance' });
  expect(titles([asked(1), asked(2), bet(3, { gameRoundId: 'r' }), asked(4)])).toEqual([
    'balance asked, 2 calls',
    'bet 1.00, no win',
    'balance asked',
  ]);
});

test('a refusal is told, and is no lost bet', () => {
  expect(titles([bet(1, { gameRoundId: 'r', status: 402, error: 'insufficient_balance' })])).toEqual([
    'bet 1.00, refused: insufficient_balance',
  ]);
});

test('the verdict of a round is the one that says most', () => {
  const one = { gameRoundId: 'r' };
  const [round] = roundsOf([bet(1, { ...one, verdict: 'right' }), bet(2, { ...one, verdict: 'risky' })]);
  expect([round?.verdict, roundsOf([bet(1, one)])[0]?.verdict]).toEqual(['risky', undefined]);
});
