import { describe, expect, it } from '@jest/globals';
import { anna, boris, getBalance, makeBet, rollback } from '../../ledger/wallet.ts';
import { balance, failed } from '../calls.ts';
import { openTable, outline, type Table } from './table.ts';

const bounds = { followed: 3, charted: 1, transactions: 2 };

const openAnna = () => {
  const table = openTable(bounds);
  table.play(getBalance(), balance('100.00'));
  return table;
};

const bet = makeBet('t1', ['10', '0']);

const unknown = 'walletproof cannot tell whether the agent knows t1: the account continues from 100.00.';

/** So many others that the judge remembers none of what was before. */
const playOthers = (table: Table): void => {
  for (let n = 0; n < 4; n += 1) table.play(makeBet(`other${n}`, ['0', '0']), balance('90.00'));
};

const playStrangers = (table: Table): void => {
  for (let n = 0; n < 3; n += 1) {
    table.play(getBalance({ ...boris, playerId: `b${n}` }), balance('7.00'));
  }
};

describe('a transaction that is forgotten', () => {
  it('is not judged when a game rolls it back, and nobody else is said to have moved money', () => {
    const table = openAnna();
    table.play(bet, balance('90.00'));
    playOthers(table);
    expect(table.play(rollback('t1'), balance('100.00'))).toMatchObject({
      verdict: 'unjudged',
      sentence: unknown,
    });
    expect(outline(table.play(rollback('t1'), balance('100.00')))).toBe('unjudged');
    expect(outline(table.play(makeBet('t2', ['10', '0']), balance('90.00')))).toBe('right');
  });

  it('is not judged when it is sent again and moves nothing', () => {
    const table = openAnna();
    table.play(bet, balance('90.00'));
    playOthers(table);
    const judged = table.play(bet, balance('90.00'), { transaction: 'given' });
    expect(outline(judged)).toBe('unjudged');
    expect(outline(table.play(makeBet('t9', ['1', '0']), balance('89.00')))).toBe('right');
  });

  it('is judged as long as it is remembered', () => {
    const table = openAnna();
    table.play(bet, balance('90.00'));
    expect(outline(table.play(bet, balance('80.00'), { transaction: 'given' }))).toBe('wrong double-application');
  });
});

describe('an account that is forgotten', () => {
  it('begins anew, and is judged by what it shows then', () => {
    const table = openAnna();
    playStrangers(table);
    expect(table.judge.knows(anna)).toBe(false);
    expect(table.judge.statements()).toHaveLength(3);
    expect(outline(table.play(getBalance(), balance('55.00')))).toBe('right');
    expect(outline(table.play(makeBet('t2', ['5', '0']), balance('50.00')))).toBe('right');
    expect(outline(table.play(makeBet('t2', ['5', '0']), balance('45.00')))).toBe('wrong double-application');
  });

  it('is the one that was used longest ago', () => {
    const table = openAnna();
    table.play(getBalance({ ...boris, playerId: 'b0' }), balance('7.00'));
    table.play(getBalance(), balance('100.00'));
    for (const playerId of ['b1', 'b2']) {
      table.play(getBalance({ ...boris, playerId }), balance('7.00'));
    }
    expect(table.judge.statements().map(({ playerId }) => playerId)).toEqual([anna.playerId, ...['b1', 'b2']]);
  });

  it('accuses nobody of a bet in it that nobody heard the answer of', () => {
    const table = openAnna();
    table.play(bet, failed('timeout'));
    playStrangers(table);
    table.play(getBalance(), balance('90.00'));
    expect(table.play(rollback('t1'), balance('100.00'))).toMatchObject({
      verdict: 'unjudged',
      sentence: unknown,
    });
  });

  it('accuses nobody whose data were reset before', () => {
    const table = openAnna();
    table.play(bet, balance('90.00'));
    expect(outline(table.play(getBalance(), balance('100.00')))).toBe('unjudged');
    playStrangers(table);
    table.play(getBalance(), balance('100.00'));
    const again = table.play(bet, balance('90.00'), { transaction: 'given' });
    expect(outline(again)).toBe('unjudged');
  });
});

it('the chart of an account that others were used since keeps its end', () => {
  const table = openAnna();
  for (let n = 0; n < 8; n += 1) table.play(getBalance(), balance('100.00'));
  table.play(getBalance(boris), balance('7.00'));
  const charted = table.judge.statements().map(({ playerId, points }) => [playerId, points.length]);
  expect(charted).toEqual([
    [anna.playerId, 5],
    [boris.playerId, 1],
  ]);
});

it('a player for ever is judged by what the last 100 of 3,000 bets left', () => {
  const table = openTable({ followed: 3, charted: 1, transactions: 100 });
  table.play(getBalance(), balance('10000.00'));
  const outlines = new Set<string>();
  for (let n = 1; n <= 3_000; n += 1) {
    const left = `${10_000 - n}.00`;
    outlines.add(outline(table.play(makeBet(`bet${n}`, ['1', '0']), balance(left))));
  }
  expect([...outlines]).toEqual(['right']);
  const [statement] = table.judge.statements();
  expect([statement?.bets, statement?.points.length]).toEqual(['3000.00', 500]);
});
