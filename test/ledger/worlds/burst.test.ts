import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../../src/base/money.ts';
import { hear } from '../../../src/judge/call.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { type Burst, decodeBalance, findBurst, groupBursts } from '../../../src/ledger/worlds/burst.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import { anna, boris, getBalance, makeBet, rollback, walletAfter, walletWith } from '../wallet.ts';
import { seen, wallet } from './played-burst.ts';

const a = makeBet('a', ['0.01', '0']);

const burstOf = (callbacks: readonly Callback[], ledger: Ledger = wallet): Burst | undefined =>
  findBurst(
    ledger,
    callbacks.flatMap((each) => hear(seen(each, '1'))),
  );

const placesOf = (burst: Burst | undefined): unknown =>
  burst === undefined ? 'none' : Object.fromEntries(burst.places);

describe('a burst', () => {
  it.each<[string, Callback[], unknown]>([
    ['bets of powers of four', [a, makeBet('b', ['0.04', '0'])], { a: 0, b: 1 }],
    ['powers of four of another unit', [makeBet('b', ['48', '0']), makeBet('c', ['3', '0'])], { b: 2, c: 0 }],
    ['wins', [makeBet('a', ['0', '1']), makeBet('b', ['1', '5'])], { a: 0, b: 1 }],
    ['duplicates and reads among them', [a, a, getBalance()], { a: 0 }],
    ['money in both directions', [a, makeBet('b', ['0', '0.04'])], { a: 0, b: 1 }],
    ['a bet that no order covers beside them', [a, makeBet('b', ['2000', '0'])], { a: 0 }],
    ['rollbacks of what is unknown beside them', [a, rollback('b')], { a: 0 }],
  ])('is %s', (_, callbacks, places) => {
    expect(placesOf(burstOf(callbacks))).toEqual(places);
  });

  it('is rollbacks of what is processed', () => {
    const ledger = walletAfter(wallet, a, makeBet('b', ['0.16', '0']));
    expect(placesOf(burstOf([rollback('a'), rollback('b')], ledger))).toEqual({ a: 0, b: 2 });
  });

  it.each<[string, Callback[]]>([
    ['amounts that are no powers of four of the least', [a, makeBet('b', ['0.05', '0'])]],
    ['one amount twice', [a, makeBet('b', ['0.01', '0'])]],
    ['one id with two amounts', [a, makeBet('a', ['0.04', '0'])]],
    ['nothing that moves', [makeBet('a', ['0', '0'])]],
    ['bets and rollbacks', [a, rollback('a')]],
    ['rollbacks of what is unknown', [rollback('a')]],
    ['bets that are not all covered', [makeBet('a', ['240', '0']), makeBet('b', ['960', '0'])]],
    ['a bet that only its own win covers', [makeBet('a', ['1024', '1025'])]],
    ['amounts finer than the currency', [makeBet('a', ['0.001', '0'])]],
    ['nothing but reads', [getBalance()]],
  ])('is not %s', (_, callbacks) => {
    expect(burstOf(callbacks)).toBeUndefined();
  });

  it('has duplicates of what is settled beside it', () => {
    const b = makeBet('b', ['0.16', '0']);
    const ledger = walletAfter(wallet, a, b, rollback('b'));
    expect(placesOf(burstOf([makeBet('c', ['3', '0']), a, b, rollback('b')], ledger))).toEqual({
      c: 0,
    });
  });

  it('is not a duplicate of what is processed', () => {
    expect(burstOf([a], walletAfter(wallet, a))).toBeUndefined();
  });
});

describe('a balance of a burst', () => {
  const [d, e] = [makeBet('d', ['0.64', '0']), makeBet('e', ['2.56', '0'])];
  const both: Callback[] = [a, makeBet('b', ['0.04', '0']), makeBet('c', ['0', '0.16']), rollback('d'), rollback('e')];
  const burst = burstOf(both, walletAfter(wallet, d, e));
  const changes = ['-0.01', '-0.04', '0.16', '0.64', '2.56'].map(amountOf);

  it.each(Array.from({ length: 2 ** 5 }, (_, n) => n))(
    'tells which of its bets, wins and rollbacks it contains: selection %i',
    (bits) => {
      if (burst === undefined) throw new TypeError('These calls are no burst.');
      const chosen = changes.map((_, n) => (bits >> n) % 2);
      const balance = changes.reduce((sum, change, n) => sum.plus(change.times(chosen[n] ?? 0)), burst.start);
      const digits = decodeBalance(burst, balance);
      expect([0, 1, 2, 3, 4].map((place) => digits?.get(place))).toEqual(chosen);
    },
  );

  it('tells them where the account had more digits than its currency before', () => {
    if (burst === undefined) throw new TypeError('These calls are no burst.');
    const fine = { ...burst, start: burst.start.plus('0.0037329101562') };
    const digits = decodeBalance(fine, fine.start.minus('0.01').plus('2.5600000001'));
    expect([0, 1, 2, 3, 4].map((place) => digits?.get(place))).toEqual([1, 0, 0, 0, 1]);
  });

  it('tells a rollback that was applied twice among bets', () => {
    const twice = burstOf([...both, rollback('d')], walletAfter(wallet, d, e));
    if (twice === undefined) throw new TypeError('These calls are no burst.');
    expect(decodeBalance(twice, twice.start.plus('1.28'))?.get(3)).toBe(2);
    expect(decodeBalance(twice, twice.start.plus('1.92'))).toBeUndefined();
  });
});

const twoPlayers = walletWith([anna, '100'], [boris, '50']);

/** The starting balance of each burst. */
const startsOf = (callbacks: readonly Callback[]): string[] =>
  groupBursts(
    twoPlayers,
    callbacks.flatMap((each) => hear(seen(each, '1'))),
  ).map(({ start }) => start.toFixed());

const cent = makeBet('a', ['0.01', '0']);

it('makes a burst of the calls on each account', () => {
  expect(startsOf([cent, makeBet('b', ['3', '0'], boris), cent])).toEqual(['100', '50']);
});

it('makes none where the calls on one account are no burst', () => {
  expect(startsOf([cent, getBalance(boris)])).toEqual([]);
});

it('makes none where two accounts use one id: it belongs to whichever comes first', () => {
  expect(startsOf([cent, makeBet('a', ['3', '0'], boris)])).toEqual([]);
});
