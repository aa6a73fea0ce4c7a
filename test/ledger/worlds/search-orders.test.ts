import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../../src/base/money.ts';
import type { HeardCall } from '../../../src/ledger/heard-call.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { leftInAnyOrder, searchOrders } from '../../../src/ledger/worlds/search-orders.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import {
  anna,
  boris,
  byDefault,
  getBalance,
  makeBet,
  rollback,
  shownBalance,
  stateOf,
  walletAfter,
  walletWith,
} from '../wallet.ts';
import { accepted, heard, refused } from './heard.ts';

const wallet = walletWith([anna, '100'], [boris, '100']);

const rules = { policy: byDefault, recall: () => undefined, isShared: false };

/** The wallets that some order of the calls leaves; undefined where there are too many orders. */
const outcomesOf = (ledger: Ledger, ...calls: readonly HeardCall[]): readonly Ledger[] | undefined =>
  leftInAnyOrder(rules, ledger, calls) ??
  searchOrders(rules, { worlds: [ledger], calls, demand: 'acceptance', mostStates: 20_000 })?.worlds;

/** Anna's balance in each outcome, smallest first. */
const balances = (outcomes: readonly Ledger[] | undefined): string[] | undefined =>
  outcomes &&
  [...new Set(outcomes.map((each) => shownBalance(each)))].toSorted((one, other) => Number(one) - Number(other));

/** So many calls, each made from its number. */
const many = (count: number, make: (n: number) => HeardCall): HeardCall[] =>
  Array.from({ length: count }, (_, n) => make(n));

it('takes copies by when they left, in whatever order they are given', () => {
  const before = walletAfter(wallet, makeBet('t1', ['9', '0']));
  const shown = { kind: 'balance', actual: amountOf('100'), text: '100' } as const;
  const at = (callback: Callback, begun: number): HeardCall => ({
    ...heard(callback, shown),
    ...{ begun, ended: begun + 1 },
  });
  const again = makeBet('t1', ['9', '0']);
  const calls = [at(rollback('t1'), 0), at(again, 5), at(again, 0.5)];
  const question = { worlds: [before], calls, demand: 'answers', mostStates: 200 } as const;

  expect(searchOrders(rules, question)?.worlds).toHaveLength(1);
});

describe('the outcomes of simultaneous calls', () => {
  it('is the wallet as it was, where there are none', () => {
    expect(outcomesOf(wallet)).toEqual([wallet]);
  });

  it('apply a bet and its duplicates once', () => {
    const again = (n: number): HeardCall => accepted({ ...makeBet('t1', ['3', '0']), requestId: `req-${n}` });
    expect(balances(outcomesOf(wallet, ...many(10, again)))).toEqual(['97']);
  });

  it('have one amount or the other, where a duplicate has other amounts', () => {
    const calls = [accepted(makeBet('t1', ['3', '0'])), accepted(makeBet('t1', ['5', '0']))];
    expect(balances(outcomesOf(wallet, ...calls))).toEqual(['95', '97']);
  });

  it('roll back the amounts that came first, whichever they were', () => {
    const deeds = ['t1', 't2'].flatMap((id) => [accepted(makeBet(id, ['3', '0'])), accepted(makeBet(id, ['5', '0']))]);
    const outcomes = outcomesOf(wallet, ...deeds, accepted(rollback('t1')));
    expect(balances(outcomes)).toEqual(['90', '92', '94', '95', '97']);
  });

  it('roll back once, however often', () => {
    const processed = walletAfter(wallet, makeBet('t1', ['4', '1']));
    const again = (n: number): HeardCall => accepted({ ...rollback('t1'), requestId: `req-${n}` });
    expect(balances(outcomesOf(processed, ...many(10, again)))).toEqual(['100']);
  });

  it('leave a bet that races its own rollback cancelled or rolled back: no money either way', () => {
    const outcomes = outcomesOf(wallet, accepted(makeBet('t1', ['7', '0'])), accepted(rollback('t1')));
    const states = outcomes?.map((each) => stateOf(each, 't1'));
    expect(new Set(states)).toEqual(new Set(['cancelled', 'rolled-back', 'processed']));
    expect(balances(outcomes)).toEqual(['93', '100']);
  });

  it('know the one order in which the rollback came first, where the bet was refused', () => {
    const calls = [refused(makeBet('t1', ['7', '0'])), accepted(rollback('t1'))];
    expect(balances(outcomesOf(wallet, ...calls))).toEqual(['100']);
  });
});

describe('the outcomes of simultaneous bets', () => {
  it('accept as many bets as the balance covers', () => {
    const bet = (n: number) => makeBet(`t${n}`, ['20', '0']);
    const five = many(10, (n) => (n < 5 ? accepted(bet(n)) : refused(bet(n))));
    const six = many(10, (n) => (n < 6 ? accepted(bet(n)) : refused(bet(n))));
    const four = many(10, (n) => (n < 4 ? accepted(bet(n)) : refused(bet(n))));
    expect([five, six, four].map((calls) => balances(outcomesOf(wallet, ...calls)))).toEqual([['0'], [], []]);
  });

  it('cover a bet with a win that came first, but not with its own', () => {
    const covered = [accepted(makeBet('t1', ['150', '0'])), accepted(makeBet('t2', ['0', '60']))];
    const own = [accepted(makeBet('t1', ['150', '160'])), accepted(makeBet('t2', ['0', '40']))];
    expect(balances(outcomesOf(wallet, ...covered))).toEqual(['10']);
    expect(balances(outcomesOf(wallet, ...own))).toEqual([]);
  });

  it('read without moving', () => {
    expect(balances(outcomesOf(wallet, ...many(8, () => accepted(getBalance()))))).toEqual(['100']);
  });

  it('keep the accounts apart', () => {
    const calls = [accepted(makeBet('t1', ['3', '0'])), accepted(makeBet('t2', ['5', '0'], boris))];
    const outcomes = outcomesOf(wallet, ...calls);
    const shown = outcomes?.map((each) => [shownBalance(each), shownBalance(each, boris)]);
    expect(shown).toEqual([['97', '95']]);
  });
});

it('has a refusal that is only taken by its name where the answers count', () => {
  const states = (demand: 'answers' | 'acceptance', error: string): string[] | undefined =>
    searchOrders(rules, {
      worlds: [wallet],
      calls: [heard(rollback('t1'), { kind: 'refusal', error })],
      demand,
      mostStates: 100,
    })?.worlds.map((each) => stateOf(each, 't1'));
  expect(states('answers', 'transaction_not_found')).toEqual(['cancelled']);
  expect(states('answers', 'of_another_kind')).toEqual([]);
  expect(states('acceptance', 'of_another_kind')).toEqual(['cancelled']);
});

describe('the search', () => {
  // A search that follows every order gives up, and finds nothing.
  it('is done with fifty different bets that the balance covers', () => {
    const calls = many(50, (n) => accepted(makeBet(`t${n}`, [`0.${10 + n}`, n % 2 === 0 ? '0' : '0.5'])));
    expect(outcomesOf(wallet, ...calls)).toHaveLength(1);
  });

  it('is done where the fifty take the whole balance', () => {
    const calls = many(50, (n) => accepted(makeBet(`t${n}`, ['2', '0'])));
    expect(balances(outcomesOf(wallet, ...calls))).toEqual(['0']);
  });

  it('is done with fifty copies of one bet', () => {
    const calls = many(50, () => accepted(makeBet('t1', ['1', '0'])));
    expect(outcomesOf(wallet, ...calls)).toBeDefined();
  });

  it('finds one order of twelve bets by their answers, whichever left first', () => {
    const calls = many(12, (n) => {
      // The last to leave was the first to be handled.
      const left = amountOf(String(100 - (12 - n)));
      return heard(makeBet(`t${n}`, ['1', '0']), {
        kind: 'balance',
        actual: left,
        text: String(left),
      });
    });
    const question = { worlds: [wallet], calls, demand: 'answers', mostStates: 200 } as const;
    expect(balances(searchOrders(rules, { ...question, wanted: 'one' })?.worlds)).toEqual(['88']);
    expect(searchOrders(rules, question)).toBeUndefined();
  });

  it('gives up where the orders are too many, and says so', () => {
    const calls = many(40, (n) => accepted(makeBet(`t${n % 20}`, ['1', '0'])));
    expect(outcomesOf(wallet, ...calls)).toBeUndefined();
  });

  it('gives up too where each of fifty different bets may be rounded', () => {
    const calls = many(50, (n) => accepted(makeBet(`t${n}`, ['0.001', '0'])));
    expect(outcomesOf(wallet, ...calls)).toBeUndefined();
  });
});
