import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceOf, emptyLedger, type Ledger, setBalance } from '../../src/ledger/ledger.ts';
import type { PredictedAnswer } from '../../src/ledger/prediction.ts';
import { step } from '../../src/ledger/step.ts';
import { expectedOf, type LoadAccount, type PlannedCall } from '../../src/load/account.ts';
import { fromUnits, toUnits } from '../../src/load/units.ts';
import { amountOf, renderAmount } from '../../src/money/amount.ts';
import { byDefault, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { runs } from '../setup/runs.ts';

interface Move {
  readonly kind: 'read' | 'bet' | 'again' | 'roll back' | 'roll back an unknown one' | 'overspend';
  readonly bet: number;
  readonly win: number;
  /** Which of the remembered transactions is meant. */
  readonly which: number;
}

const kinds: readonly Move['kind'][] = [
  ...(['read', 'bet', 'bet', 'bet', 'again', 'again', 'roll back', 'roll back'] as const),
  ...(['roll back an unknown one', 'overspend'] as const),
];

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(...kinds),
  bet: fc.nat(3000),
  win: fc.nat(4000),
  which: fc.nat(3),
});

/** Currencies by their scale. */
const currencies = { JPY: 0, USD: 2, KWD: 3, BTC: 8 } as const;

interface Walk {
  readonly currency: keyof typeof currencies;
  readonly opening: number;
  readonly moves: readonly Move[];
}

const walk: fc.Arbitrary<Walk> = fc.record({
  currency: fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[])),
  opening: fc.nat(10_000),
  moves: fc.array(move, { maxLength: 40 }),
});

/** A call that the moves of a walk lead to; known transactions are those that the account remembers. */
const callOf = (
  { kind, bet, win, which }: Move,
  account: LoadAccount,
  { currency, number }: { readonly currency: string; readonly number: number },
): PlannedCall => {
  const whose = { playerId: 'anna', currency };
  const known = account.recent.at(which % Math.max(1, account.recent.length));
  const textOf = (units: bigint): string => fromUnits(units, account.scale);
  const betOf = (id: string, ofBet: bigint, ofWin: bigint): PlannedCall => ({
    callback: makeBet(id, [textOf(ofBet), textOf(ofWin)], whose),
    ...{ bet: ofBet, win: ofWin, isLost: false },
  });
  const unmoved = { bet: 0n, win: 0n, isLost: false };
  switch (kind) {
    case 'read':
      return { callback: getBalance(whose), ...unmoved };
    case 'roll back an unknown one':
      return { callback: rollback(`never-${number}`, whose), ...unmoved };
    case 'overspend':
      return betOf(`t${number}`, account.balance + BigInt(bet) + 1n, BigInt(win));
    case 'again':
      if (known !== undefined) return betOf(known.id, known.bet, known.win);
      break;
    case 'roll back':
      // What was refused is never rolled back: later it may be applied, or not.
      if (known !== undefined && known.state !== 'refused') return { callback: rollback(known.id, whose), ...unmoved };
  }
  return betOf(`t${number}`, BigInt(bet), BigInt(win));
};

const unitsOf = (answer: PredictedAnswer | undefined, scale: number): bigint | undefined =>
  answer?.kind === 'balance' ? toUnits(renderAmount(answer.balance), scale) : undefined;

it('expects of each call what the ledger expects, and the same account after it', () => {
  fc.assert(
    fc.property(walk, ({ currency, opening, moves }) => {
      const scale = currencies[currency];
      const whose = { playerId: 'anna', currency };
      const account: LoadAccount = {
        ...{ scale, opening: BigInt(opening), balance: BigInt(opening), recent: [] },
      };
      let ledger: Ledger = setBalance(emptyLedger, whose, amountOf(fromUnits(account.balance, scale)));
      for (const [number, each] of moves.entries()) {
        const planned = callOf(each, account, { currency, number });
        const [branch] = step(ledger, planned.callback, byDefault).branches;
        const expected = expectedOf(account, planned);
        ledger = branch?.ledger ?? ledger;
        Object.assign(account, {
          balance: expected.account.balance,
          recent: expected.account.recent,
        });

        expect(expected.balance).toBe(unitsOf(branch?.answer, scale));
        const balance = renderAmount(balanceOf(ledger, whose) ?? amountOf('0'));
        expect(account.balance).toBe(toUnits(balance, scale));
        for (const { id, state } of account.recent) expect(ledger.transactions.get(id)?.state).toBe(state);
      }
    }),
    { numRuns: runs(500) },
  );
});

it('remembers one of long ago, one that was rolled back long ago, and the last ones', () => {
  const account: LoadAccount = { scale: 2, opening: 1000n, balance: 1000n, recent: [] };
  for (let number = 0; number < 10; number += 1) {
    const callback = makeBet(`t${number}`, ['0.01', '0']);
    const { account: after } = expectedOf(account, { callback, bet: 1n, win: 0n, isLost: false });
    Object.assign(account, { balance: after.balance, recent: after.recent });
    if (number !== 1) continue;
    const undone = { callback: rollback('t1'), bet: 0n, win: 0n, isLost: false };
    const { account: without } = expectedOf(account, undone);
    Object.assign(account, { balance: without.balance, recent: without.recent });
  }

  expect(account.balance).toBe(991n);
  expect(account.recent.map(({ id }) => id)).toEqual(['t0', 't1', 't7', 't8', 't9']);
});

it('changes no account that it is asked about', () => {
  const account: LoadAccount = { scale: 2, opening: 1000n, balance: 1000n, recent: [] };
  expectedOf(account, { callback: makeBet('t1', ['1', '0']), bet: 100n, win: 0n, isLost: false });

  expect(account).toEqual({ scale: 2, opening: 1000n, balance: 1000n, recent: [] });
});
