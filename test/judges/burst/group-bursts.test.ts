import { expect, it } from '@jest/globals';
import { groupBursts } from '../../../src/judges/burst/find-burst.ts';
import { hear } from '../../../src/judges/hear.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import { anna, boris, getBalance, makeBet, walletWith } from '../../ledger/wallet.ts';
import { seen } from './played-burst.ts';

const wallet = walletWith([anna, '100'], [boris, '50']);

/** The starting balance of each burst. */
const startsOf = (callbacks: readonly Callback[]): string[] =>
  groupBursts(
    wallet,
    callbacks.flatMap((each) => hear(seen(each, '1'))),
  ).map(({ start }) => start.toFixed());

const a = makeBet('a', ['0.01', '0']);

it('makes a burst of the calls on each account', () => {
  expect(startsOf([a, makeBet('b', ['3', '0'], boris), a])).toEqual(['100', '50']);
});

it('makes none where the calls on one account are no burst', () => {
  expect(startsOf([a, getBalance(boris)])).toEqual([]);
});

it('makes none where two accounts use one id: it belongs to whichever comes first', () => {
  expect(startsOf([a, makeBet('a', ['3', '0'], boris)])).toEqual([]);
});
