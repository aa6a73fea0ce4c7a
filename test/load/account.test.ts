import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf } from '../../src/base/money.ts';
import { amountOfUnits, fromUnits, LoadAccount, type PlannedCall, unitsOf } from '../../src/load/account.ts';
import { transactionIdOf } from '../../src/spec/callback.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { openedPlayer } from './made-up-plan.ts';
import { answeredWith } from './play-in-memory.ts';

const whose = { playerId: 'anna', currency: 'USD' };

const bet = (id: string, units: bigint): PlannedCall => ({
  callback: makeBet(id, [fromUnits(units, 2), '0'], whose),
  ...{ bet: units, win: 0n, isLost: false },
});

const still = (callback: PlannedCall['callback']): PlannedCall => ({ callback, bet: 0n, win: 0n, isLost: false });

/** A player of that account. */
const playerWith = (scale: number, balance: bigint) => {
  const player = openedPlayer();
  player.account = new LoadAccount(whose, scale, balance, defaultQuirks);
  return player;
};

it('remembers one of long ago, one that was rolled back long ago, and the last ones', () => {
  const player = playerWith(2, 1000n);
  answeredWith(player, bet('t0', 1n), 999n);
  answeredWith(player, bet('t1', 1n), 998n);
  answeredWith(player, still(rollback('t1', whose)), 999n);
  answeredWith(player, still(rollback('never', whose)), 999n);
  for (let n = 2n; n <= 11n; n += 1n) answeredWith(player, bet(`t${n}`, 1n), 1000n - n);
  player.account.begin();

  const ids = ['t0', 't1', 't9', 't10', 't11'];
  expect(player.account.balance).toBe(989n);
  expect(player.account.recent.map(({ callback }) => transactionIdOf(callback))).toEqual(ids);
  expect([...player.account.ledger.transactions.keys()]).toEqual(ids);
});

it('goes on from each answer that a right agent gives, at the scale of the account', () => {
  const player = playerWith(2, 1000n);
  const call = bet('t0', 100n);
  for (const each of [call, call, still(getBalance(whose))]) answeredWith(player, each, 900n);
  expect(player.account).toMatchObject({ balance: 900n, opening: 1000n, past: [1000n] });

  const fine = playerWith(3, 1000n);
  answeredWith(fine, still(makeBet('t0', ['0.001', '0'], whose)), 999n);
  expect(fine.account.balance).toBe(999n);
});

it('ends its judgement with any other answer', () => {
  expect(answeredWith(playerWith(2, 1000n), bet('t0', 100n), 901n).ending?.kind).toBe('breach');
  expect(answeredWith(playerWith(2, 1000n), bet('t0', 1001n), -1n).ending?.kind).toBe('breach');
  const player = playerWith(2, 1000n);
  answeredWith(player, bet('t0', 100n), 900n);
  expect(answeredWith(player, bet('t0', 100n), 800n).ending?.kind).toBe('breach');
});

it('gives back the units that a decimal was written from, exactly, at every scale', () => {
  const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(units, fc.nat(12), (given, scale) => {
      const text = fromUnits(given, scale);
      expect(unitsOf(amountOf(text), scale)).toBe(given);
      expect(amountOfUnits(given, scale).eq(amountOf(String(given)).div(amountOf(`1e${scale}`)))).toBe(true);
    }),
  );
  expect([fromUnits(1050n, 2), fromUnits(1000n, 2), fromUnits(0n, 8), fromUnits(-1n, 3)]).toEqual([
    '10.5',
    '10',
    '0',
    '-0.001',
  ]);
});
