import { expect, it } from '@jest/globals';
import { amountOf } from '../../src/base/money.ts';
import type { Trace } from '../../src/judge/case.ts';
import { accountKey } from '../../src/ledger/account.ts';
import { append } from '../../src/ledger/chain.ts';
import { expectedBalances } from '../../src/run/play-scenario.ts';
import { caseOf } from '../judge/calls.ts';
import { anna } from '../ledger/wallet.ts';

it('tells what is expected after each call at the scale of its currency, where that is known', () => {
  const yen = accountKey({ playerId: 'anna', currency: 'JPY' });
  const trail = append<Trace>(
    undefined,
    { exchangeId: 'x1', account: accountKey(anna), balance: amountOf('90.5') },
    { exchangeId: 'x2', account: accountKey(anna) },
    { exchangeId: 'x3' },
    { exchangeId: 'x4', account: yen, balance: amountOf('100') },
  );
  expect([...expectedBalances({ ...caseOf([]), trail })]).toEqual([
    ['x1', '90.50'],
    ['x4', '100'],
  ]);
});
