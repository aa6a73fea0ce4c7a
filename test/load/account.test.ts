import { expect, it } from '@jest/globals';
import { afterAnswer, type LoadAccount, openAccount, type PlannedCall, remembered } from '../../src/load/account.ts';
import { fromUnits } from '../../src/load/units.ts';
import { transactionIdOf } from '../../src/spec/callback.ts';
import { byDefault, getBalance, makeBet, rollback } from '../ledger/wallet.ts';

const whose = { playerId: 'anna', currency: 'USD' };

const bet = (id: string, units: bigint): PlannedCall => ({
  callback: makeBet(id, [fromUnits(units, 2), '0'], whose),
  ...{ bet: units, win: 0n, isLost: false },
});

const still = (callback: PlannedCall['callback']): PlannedCall => ({ callback, bet: 0n, win: 0n, isLost: false });

const after = (account: LoadAccount, call: PlannedCall, balance: bigint): LoadAccount | undefined =>
  afterAnswer(account, call, { balance, policy: byDefault });

/** Answered as they must be, one after another. */
const played = (account: LoadAccount, ...calls: readonly (readonly [PlannedCall, bigint])[]): LoadAccount =>
  calls.reduce((before, [call, balance]) => {
    const next = after(before, call, balance);
    if (next === undefined) throw new Error(`${JSON.stringify(call.callback)} is not answered with ${balance}.`);
    return next;
  }, account);

const opened = openAccount(whose, 2, 1000n);

it('remembers one of long ago, one that was rolled back long ago, and the last ones', () => {
  const undone = [still(rollback('t1', whose)), 999n] as const;
  const first = played(opened, [bet('t0', 1n), 999n], [bet('t1', 1n), 998n], undone, [
    still(rollback('never', whose)),
    999n,
  ]);
  const all = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].reduce(
    (before, number) => played(before, [bet(`t${number}`, 1n), before.balance - 1n]),
    first,
  );
  const account = remembered(all);

  const ids = ['t0', 't1', 't9', 't10', 't11'];
  expect(account.balance).toBe(989n);
  expect(account.recent.map(({ callback }) => transactionIdOf(callback))).toEqual(ids);
  expect([...account.ledger.transactions.keys()]).toEqual(ids);
  expect(remembered(account)).toBe(account);
});

it('goes on from each answer that a right agent gives, at the scale of the account', () => {
  const call = bet('t0', 100n);
  const account = played(opened, [call, 900n], [call, 900n], [still(getBalance(whose)), 900n]);
  expect(account).toMatchObject({ balance: 900n, opening: 1000n });

  const fine = still(makeBet('t0', ['0.001', '0'], whose));
  expect(played(openAccount(whose, 3, 1000n), [fine, 999n]).balance).toBe(999n);
});

it('has no account after any other answer', () => {
  expect(after(opened, bet('t0', 100n), 901n)).toBeUndefined();
  expect(after(opened, bet('t0', 1001n), -1n)).toBeUndefined();
  expect(after(played(opened, [bet('t0', 100n), 900n]), bet('t0', 100n), 800n)).toBeUndefined();
});

it('changes no account that it is asked about', () => {
  const before = { ...opened };
  after(opened, bet('t1', 100n), 900n);

  expect(opened).toEqual(before);
});
