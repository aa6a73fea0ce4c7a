import { expect, it } from '@jest/globals';
import type { Callback } from '../../../src/spec/callback.ts';
import { getBalance, makeBet, rollback } from '../../ledger/wallet.ts';
import { balance } from '../calls.ts';
import { createModelWallet, type Flaw, rightHabits } from './model-wallet.ts';
import { openTable, outline } from './table.ts';

const [bet, read] = [makeBet('t1', ['10', '0']), getBalance()];
const betAndWin = makeBet('t1', ['10', '25']);
const small = makeBet('t2', ['0.15', '0']);

/** Callbacks one after another; what is said of each in the end. */
const verdicts = (flaw: Flaw, callbacks: readonly Callback[], opening = 10_000): string[] => {
  const wallet = createModelWallet(rightHabits, opening, flaw);
  const table = openTable();
  for (const each of callbacks) table.play(each, wallet.handle(each));
  return [...table.told.values()].map(outline);
};

const flawed: [string, Flaw, readonly Callback[], readonly string[]][] = [
  [
    'a retry that is debited twice',
    'no-duplicate-check',
    [read, bet, bet],
    ['right', 'right', 'wrong double-application'],
  ],
  [
    'other amounts under the same id',
    'no-duplicate-check',
    [read, bet, makeBet('t1', ['11', '0'])],
    ['right', 'right', 'wrong double-application'],
  ],
  [
    'a bet that is not debited, once the next answer shows that it is not',
    'bet-not-debited',
    [read, bet, read],
    ['right', 'wrong not-applied', 'consistent'],
  ],
  [
    'answers from before the debit, one after another',
    'old-answer',
    [read, bet, makeBet('t2', ['5', '0']), read],
    ['right', 'wrong answer-lags', 'wrong answer-lags', 'right'],
  ],
  ['a bet that is not debited when it wins', 'bet-not-debited', [read, betAndWin], ['right', 'wrong bet-not-debited']],
  ['a win that is not credited', 'win-not-credited', [read, betAndWin], ['right', 'wrong win-not-credited']],
  [
    'a rollback that keeps the win',
    'rollback-keeps-win',
    [read, betAndWin, rollback('t1')],
    ['right', 'right', 'wrong win-not-reverted'],
  ],
  [
    'a rollback that changes nothing',
    'rollback-ignored',
    [read, bet, rollback('t1')],
    ['right', 'right', 'wrong rollback-not-applied'],
  ],
  [
    'a rollback that is applied twice',
    'rollback-repeats',
    [read, bet, rollback('t1'), rollback('t1')],
    ['right', 'right', 'right', 'wrong rollback-applied-again'],
  ],
  [
    'a bet that is applied again after its rollback',
    'rolled-back-again',
    [read, bet, rollback('t1'), bet],
    ['right', 'right', 'right', 'wrong rolled-back-bet-applied'],
  ],
  [
    'a bet above the balance',
    'no-balance-check',
    [read, makeBet('t1', ['100.01', '0'])],
    ['right', 'wrong accepted-overdraft'],
  ],
  [
    'a refused bet that is debited',
    'refused-but-debited',
    [read, makeBet('t1', ['100.01', '0']), read],
    ['right', 'right', 'wrong money-moved-on-refusal'],
  ],
  [
    'an old answer repeated',
    'first-answer-repeated',
    [read, bet, makeBet('t2', ['5', '0']), bet],
    ['right', 'right', 'right', 'wrong stale-balance'],
  ],
  ['a duplicate that is refused', 'duplicate-refused', [read, bet, bet], ['right', 'right', 'wrong duplicate-refused']],
  ['binary floating point', 'floats', [read, bet], ['risky too-many-digits', 'risky too-many-digits']],
  [
    'an answer from before the debit, once a getBalance shows the money',
    'old-answer',
    [read, bet, read],
    ['right', 'wrong answer-lags', 'right'],
  ],
  [
    'rounding, the second time',
    'rounds-down',
    [read, small, makeBet('t3', ['0.25', '0'])],
    ['right', 'unjudged', 'wrong wrong-arithmetic'],
  ],
  [
    'a getBalance from a cache, the second time',
    'cached-balance',
    [read, bet, read, makeBet('t2', ['5', '0']), read, makeBet('t3', ['5', '0'])],
    ['right', 'right', 'unjudged', 'unjudged', 'wrong outdated-balance', 'unjudged'],
  ],
];

it.each(flawed)('tells %s', (_, flaw, callbacks, expected) => {
  expect(verdicts(flaw, callbacks)).toEqual(expected);
});

it('takes an old balance for nobody’s fault, the second time too, where somebody else was seen to move money', () => {
  const table = openTable();
  const play = (callback: Callback, text: string): string => outline(table.play(callback, balance(text)));
  const next = (id: string): Callback => makeBet(id, ['5', '0']);
  const told = [
    ...[play(read, '100.00'), play(next('t1'), '95.00'), play(read, '100.00'), play(next('t2'), '90.00')],
    ...[play(read, '590.33'), play(next('t3'), '585.33'), play(read, '590.33'), play(next('t4'), '580.33')],
  ];
  expect(told.filter((each) => !/^(right|unjudged)$/.test(each))).toEqual([]);
  expect([...table.told.values()].map(outline)).not.toContain('wrong outdated-balance');
});
