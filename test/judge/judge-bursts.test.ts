import { describe, expect, it } from '@jest/globals';
import { judgeTogether } from '../../src/judge/at-once.ts';
import type { Call } from '../../src/judge/call.ts';
import { type Case, findingsIn } from '../../src/judge/case.ts';
import { judgementsOf } from '../../src/judge/verdicts.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { anna, getBalance, makeBet, rollback, shownBalance } from '../ledger/wallet.ts';
import { type Span, seen } from '../ledger/worlds/played-burst.ts';
import { annasCase, findingsOf, refusal, said } from './calls.ts';

const stakes = ['0.01', '0.04', '0.16', '0.64', '2.56', '10.24'];

/** Bets of powers of four, each sent several times; every answer is right at the end of all. */
const settledBets = (copies: number, span: Span = [0, 5]): Call[] =>
  stakes.flatMap((stake) => many(copies, makeBet(`t${stake}`, [stake, '0']), span));

const many = (count: number, callback: Callback, span: Span): Call[] =>
  Array.from({ length: count }, () => seen(callback, '86.35', span));

const read = (text: string): Call => seen(getBalance(anna), text);

const judged = (calls: readonly Call[], after: string, state = annasCase(['CON-04'])): Case =>
  judgeTogether(state, { calls, reads: [read(after)] });

const verdictOf = (state: Case, id: string): string | undefined =>
  judgementsOf(state, requirements).find(({ requirement }) => requirement === id)?.verdict;

const atomic = [seen(makeBet('a', ['0.01', '0']), '99.99'), seen(makeBet('b', ['0.04', '0']), '99.95')];
const forked = [seen(makeBet('a', ['0.01', '0']), '99.99'), seen(makeBet('b', ['0.04', '0']), '99.96')];

describe('a burst', () => {
  it('passes where some order explains every answer, and is followed', () => {
    const state = judged(atomic, '99.95');
    expect([findingsOf(state), verdictOf(state, 'CON-04')]).toEqual([[], 'passed']);
    expect(shownBalance(state.ledger)).toBe('99.95');
  });

  it('is judged however many orders its calls have', () => {
    const state = judged(settledBets(6), '86.35');
    expect([findingsOf(state), state.ending]).toEqual([['non-atomic-answer CON-04 risk'], undefined]);
    expect(verdictOf(state, 'CON-04')).toBe('warned');
  });

  it('breaks CON-04 with its answers, whatever the scenario is about', () => {
    const state = judged(forked, '99.95', annasCase(['CON-01']));
    expect(findingsOf(state)).toEqual(['forked-history CON-04']);
    expect([verdictOf(state, 'CON-01'), verdictOf(state, 'CON-04')]).toEqual(['passed', 'failed']);
    expect(findingsIn(state)[0]?.exchanges).toEqual(forked.map(({ exchange }) => exchange.id));
  });

  it('breaks what the scenario is about with its money: the answers that go with it are not told again', () => {
    const state = judged(forked, '99.96', annasCase(['CON-01']));
    expect(findingsOf(state)).toEqual(['lost-update CON-01']);
    expect(findingsIn(state)[0]?.likelyCause).toBe('The balance lacks a: one call overwrote what another had written');
  });

  it('tells the same anomaly once a scenario', () => {
    const again = judged(forked, '99.95');
    const calls = [seen(makeBet('c', ['0.01', '0']), '99.94'), seen(makeBet('d', ['0.04', '0']), '99.91')];
    expect(findingsOf(judged(calls, '99.90', again))).toEqual(['forked-history CON-04']);
  });
});

describe('what a burst shows', () => {
  it('is nothing of CON-04 where no two calls overlap, and all of the rest', () => {
    const apart = [
      seen(makeBet('a', ['0.01', '0']), '99.99', [0, 5]),
      seen(makeBet('b', ['0.04', '0']), '99.95', [6, 9]),
    ];
    expect(verdictOf(judged(apart, '99.95'), 'CON-04')).toBe('inconclusive');
    expect(verdictOf(judged(apart, '99.95', annasCase(['CON-01'])), 'CON-01')).toBe('passed');
    expect(verdictOf(judged([atomic[0] ?? read('1')], '99.99'), 'CON-04')).toBe('inconclusive');
  });
});

describe('the money of a burst', () => {
  it('is wrong where a call is refused', () => {
    const calls = [...settledBets(6), said(makeBet('t0.01', ['0.01', '0']), refusal('busy', 409))];
    expect(findingsOf(judged(calls, '86.35'))).toEqual(['refused-valid CON-04']);
  });

  it.each([
    ['86.31', 'double-application', 't0.04 was applied 2 times'],
    ['86.51', 'lost-update', 'The balance lacks t0.16: one call overwrote what another had written'],
    ['100', 'not-applied', 'None of the calls moved money, or getBalance shows what was there before them'],
    [
      '100.50',
      'not-conserved',
      'The money is neither what was accepted nor any part of it: wrong arithmetic, or something else moved the balance',
    ],
  ])('that comes to %s is told as %s', (after, code, likelyCause) => {
    expect(findingsIn(judged(settledBets(2), after))[0]).toMatchObject({ code, likelyCause });
  });

  it('that rollbacks give back is decoded the other way', () => {
    const spent = judged(atomic, '99.95');
    const calls = ['a', 'a', 'b'].map((id) => seen(rollback(id), id === 'a' ? '99.96' : '100'));
    expect(findingsOf(judged(calls, '100', spent))).toEqual([]);
    expect(findingsIn(judged(calls, '100.01', spent))[0]).toMatchObject({
      code: 'rollback-applied-again',
      likelyCause: 'a was rolled back 2 times',
    });
  });
});

describe('the money of what stands beside a burst', () => {
  it('is told as that of a bet that moved again, or that moved on its refusal', () => {
    const settled = judged(atomic, '99.95');
    const [c, d] = [makeBet('c', ['3', '0']), makeBet('d', ['12', '0'])];
    const calls = [seen(c, '96.95'), seen(makeBet('b', ['0.04', '0']), '96.95')];
    expect(findingsIn(judged(calls, '96.91', settled))[0]).toMatchObject({
      code: 'double-application',
      likelyCause: 'b was applied 2 times',
    });
    const above = said(makeBet('e', ['500', '0']), refusal('insufficient_balance'));
    const bets = [seen(c, '96.95'), seen(d, '84.95'), above];
    expect(findingsOf(judged(bets, '84.95', settled))).toEqual([]);
    expect(findingsIn(judged(bets, '-415.05', settled))[0]?.code).toBe('money-moved-on-refusal');
  });
});
