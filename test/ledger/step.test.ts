import { describe, expect, it } from '@jest/globals';
import { step } from '../../src/ledger/step.ts';
import {
  anna,
  annaInEuro,
  boris,
  byDefault,
  getBalance,
  makeBet,
  outlineAll,
  rollback,
  shownBalance,
  stateOf,
  walletAfter,
  walletWith,
} from './wallet.ts';

const wallet = walletWith([anna, '100']);

const progress = { played: 1, total: 3, isFinish: false, accumulatedWin: '25' };

describe('getBalance', () => {
  it('answers the balance and moves nothing', () => {
    const prediction = step(wallet, getBalance(), byDefault);
    expect(outlineAll(prediction)).toEqual(['balance', 'expected 100']);
    expect(prediction.branches[0]?.ledger).toBe(wallet);
  });

  it('answers the same with the progress of free spins, and pays none of it', () => {
    const prediction = step(wallet, getBalance(anna, progress), byDefault);
    expect(outlineAll(prediction)).toEqual(['balance-with-freespins', 'expected 100']);
    const finished = getBalance(anna, { ...progress, played: 3, isFinish: true });
    expect(shownBalance(walletAfter(wallet, finished, getBalance()))).toBe('100');
  });

  it('answers each account its own balance', () => {
    const several = walletWith([anna, '100'], [annaInEuro, '5.5'], [boris, '0']);
    const shown = [anna, annaInEuro, boris].map((each) => outlineAll(step(several, getBalance(each), byDefault)));
    expect(shown).toEqual([
      ['balance', 'expected 100'],
      ['balance', 'expected 5.5'],
      ['balance', 'expected 0'],
    ]);
  });
});

describe('a player whom the agent does not have', () => {
  it.each([getBalance(boris), makeBet('t1', ['5', '1'], boris), rollback('t1', boris)])(
    'is refused: $type',
    (callback) => {
      const prediction = step(wallet, callback, byDefault);
      expect(outlineAll(prediction)).toEqual(['unknown-player', 'expected refusal player_not_found']);
      expect(prediction.branches[0]?.ledger).toBe(wallet);
    },
  );
});

describe('a currency that the player does not have', () => {
  it('is refused, or a purse is opened on demand', () => {
    expect(outlineAll(step(wallet, getBalance(annaInEuro), byDefault))).toEqual([
      'unknown-currency',
      'expected refusal invalid_currency',
      'note 0',
    ]);
  });

  it('takes a win into the opened purse', () => {
    const prediction = step(wallet, makeBet('t1', ['0', '4'], annaInEuro), byDefault);
    expect(outlineAll(prediction)).toEqual(['unknown-currency', 'expected refusal invalid_currency', 'note 4']);
    const [refused, opened] = prediction.branches.map(({ ledger }) => ledger);
    expect(refused).toBe(wallet);
    expect(opened === undefined ? [] : [shownBalance(opened, annaInEuro), shownBalance(opened)]).toEqual(['4', '100']);
  });

  it('has no money for a bet', () => {
    expect(outlineAll(step(wallet, makeBet('t1', ['5', '9'], annaInEuro), byDefault))).toEqual([
      'unknown-currency',
      'expected refusal invalid_currency',
      'note refusal insufficient_balance',
    ]);
  });

  it('is told apart from the player: another player of that currency does not help', () => {
    const shared = walletWith([anna, '100'], [{ playerId: 'boris', currency: 'EUR' }, '7']);
    expect(step(shared, getBalance(annaInEuro), byDefault).situation).toBe('unknown-currency');
    expect(step(shared, getBalance(boris), byDefault).situation).toBe('unknown-currency');
  });
});

it('keeps what it knows of a transaction apart from the balances', () => {
  const later = walletAfter(wallet, makeBet('t1', ['10', '0']), rollback('t1'));
  expect([stateOf(later, 't1'), stateOf(wallet, 't1')]).toEqual(['rolled-back', 'unknown']);
});
