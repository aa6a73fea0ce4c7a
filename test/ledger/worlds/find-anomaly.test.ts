import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../../src/judge/call.ts';
import { getBalance, makeBet, rollback, walletAfter } from '../wallet.ts';
import { anomalyOf, seen, wallet } from './played-burst.ts';

const a = makeBet('a', ['0.01', '0']);
const b = makeBet('b', ['0.04', '0']);
const c = makeBet('c', ['10.24', '0']);
const read = getBalance();

const bets = ['1000', '999.99', '999.95', '989.71'] as const;

const told = (calls: readonly Call[]): string => {
  const anomaly = anomalyOf(calls);
  return anomaly === undefined ? 'none' : `${anomaly.code} (${anomaly.shownBy.length}): ${anomaly.message}`;
};

describe('the answers of a burst contradict nothing', () => {
  it.each<[string, Call[]]>([
    ['in the order of the calls', [seen(a, bets[1]), seen(b, bets[2]), seen(c, bets[3])]],
    ['in another order', [seen(a, '989.71'), seen(b, '989.72'), seen(c, '989.76')]],
    ['with a duplicate answered later', [seen(a, bets[1]), seen(a, bets[3]), seen(b, bets[2]), seen(c, bets[3])]],
    ['with a duplicate that came first', [seen(a, bets[2]), seen(a, bets[1]), seen(b, bets[2])]],
    [
      'with reads before, between and after',
      [seen(read, bets[0]), seen(a, bets[1]), seen(read, bets[1]), seen(b, bets[2]), seen(read, bets[2])],
    ],
    ['in floating point', [seen(a, '999.9900000001'), seen(b, '999.9499999999')]],
    ['where a call overlaps the one that it lacks', [seen(a, bets[1], [0, 5]), seen(read, bets[0], [5, 9])]],
  ])('%s', (_, calls) => {
    expect(told(calls)).toBe('none');
  });

  it('where a call ends in the moment in which the one that it contains is sent', () => {
    expect(told([seen(read, '999.96', [0, 5]), seen(b, '999.96', [5, 9])])).toBe('none');
  });
});

describe('a burst is judged fairly', () => {
  it('for rollbacks, which give back', () => {
    const spent = walletAfter(wallet, a, b);
    const calls = [seen(rollback('a'), '999.96'), seen(rollback('b'), '1000'), seen(rollback('a'), '1000')];
    expect(anomalyOf(calls, spent)).toBeUndefined();
  });

  it('where the times are too far apart to be those of one release: the clock was set', () => {
    expect(told([seen(a, bets[1], [0, 5]), seen(read, bets[0], [100, 105])])).toBe('none');
    expect(told([seen(a, bets[1], [0, 5]), seen(read, bets[0], [20, 25])])).toMatch(/^stale-balance/);
  });
});

describe('half of a transaction in a balance is told', () => {
  const whole = makeBet('whole', ['0.02', '0.01']);
  const other = makeBet('other', ['0.08', '0.04']);

  it.each<[string, Call[], string]>([
    [
      'its bet without its win',
      [seen(whole, '999.99'), seen(read, '999.98')],
      'half-shown (2): getBalance answered 999.98: that includes -0.02 of makeBet whole and without the 0.01 that belong to it.',
    ],
    [
      'its win without its bet',
      [seen(whole, '999.99'), seen(read, '1000.01')],
      'half-shown (2): getBalance answered 1000.01: that includes 0.01 of makeBet whole and without the -0.02 that belong to it.',
    ],
    [
      'in the answer to another one',
      [seen(whole, '999.95'), seen(other, '999.94')],
      'half-shown (2): makeBet other (0.04) answered 999.94: that includes -0.02 of makeBet whole and without the 0.01 that belong to it.',
    ],
  ])('%s', (_, calls, message) => {
    expect(told(calls)).toBe(message);
  });

  it('of two at once', () => {
    const calls = [seen(whole, '999.99'), seen(other, '999.95'), seen(read, '999.90')];
    expect(told(calls)).toMatch(/^half-shown/);
  });

  it('of a rollback', () => {
    const after = walletAfter(wallet, whole, other);
    const calls = [seen(rollback('whole'), '999.96'), seen(read, '999.97')];
    expect(anomalyOf(calls, after)?.code).toBe('half-shown');
  });

  it('never of whole ones', () => {
    const calls = [seen(whole, '999.99'), seen(other, '999.95'), seen(read, '999.99')];
    expect(told(calls)).toBe('none');
  });
});

describe('the smallest contradiction of a burst is told', () => {
  it.each<[Call[], string]>([
    [
      [seen(a, '1000.01')],
      'undecodable-balance (1): makeBet a (0.01) answered 1000.01: no selection of the simultaneous calls leads there from 1000.00.',
    ],
    [
      [seen(a, '999.99'), seen(c, '999.98')],
      'undecodable-balance (1): makeBet c (10.24) answered 999.98: no selection of the simultaneous calls leads there from 1000.00.',
    ],
    [
      [seen(a, '999.99'), seen(a, '999.99'), seen(b, '999.94')],
      'double-application (1): makeBet b (0.04) answered 999.94, which contains makeBet a (0.01) 2 times.',
    ],
    [
      [seen(a, '999.99'), seen(b, '999.99')],
      'response-misses-own-effect (1): makeBet b (0.04) answered 999.99, the balance without its own effect.',
    ],
    [
      [seen(read, '999.96', [0, 2]), seen(b, '999.96', [3, 5])],
      'future-read (2): getBalance answered 999.96, which contains makeBet b (0.04) before that was sent.',
    ],
    [
      [seen(c, '989.76', [0, 2]), seen(read, '1000', [3, 5])],
      'stale-balance (2): makeBet c (10.24) answered 989.76; getBalance, sent after that, answered 1000.00, without makeBet c (10.24).',
    ],
    [
      [seen(read, '989.76', [0, 2]), seen(read, '1000', [3, 5]), seen(c, '989.76', [0, 5])],
      'balance-went-back (3): getBalance answered 989.76, with makeBet c (10.24); getBalance, sent after that, answered 1000.00, without it.',
    ],
    [
      [seen(a, '999.99'), seen(b, '999.96')],
      'forked-history (2): makeBet a (0.01) answered 999.99, without makeBet b (0.04); makeBet b (0.04) answered 999.96, without makeBet a (0.01).',
    ],
    [
      [seen(a, '999.95'), seen(b, '999.95')],
      'non-atomic-answer (2): makeBet a (0.01) and makeBet b (0.04) both answered the balance after 2 of the simultaneous calls (999.95); each must answer the one right after itself. The money is right.',
    ],
  ])('%#', (calls, expected) => {
    expect(told(calls)).toBe(expected);
  });
});

describe('a first answer', () => {
  it('is none that was sent after the transaction had been seen', () => {
    const calls = [
      seen(a, '999.95', [0, 10]),
      seen(read, '999.99', [0, 1]),
      seen(b, '999.95', [2, 10]),
      seen(a, '999.99', [5, 10]),
    ];
    expect(told(calls)).toMatch(/^non-atomic-answer/);
    expect(told(calls.with(3, seen(a, '999.99', [1, 10])))).toBe('none');
  });
});
