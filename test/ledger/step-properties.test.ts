import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Amount, amountOf, isFinerThanScale, zero } from '../../src/base/money.ts';
import { type Account, accountKey } from '../../src/ledger/account.ts';
import { balanceOf, type Ledger } from '../../src/ledger/ledger.ts';
import { step } from '../../src/ledger/step.ts';
import { type Callback, transactionIdOf } from '../../src/spec/callback.ts';
import { accounts, callback, callbacks, callbacksOf, openWallet, written } from './callback-sequences.ts';
import { byDefault, rollback, walletAfter } from './wallet.ts';

const balanceIn = (ledger: Ledger, account: Account): Amount => balanceOf(ledger, account) ?? zero;

/** Wins minus bets of the account's processed transactions. */
const netOf = ({ transactions }: Ledger, account: Account): Amount =>
  [...transactions.values()]
    .filter((each) => each.state === 'processed' && accountKey(each.account) === accountKey(account))
    .reduce((sum, { bet, win }) => sum.plus(win).minus(bet), zero);

it('conserves money: each balance is the opening one, less the bets and plus the wins processed', () => {
  fc.assert(
    fc.property(openWallet, callbacks, (opened, sequence) => {
      const later = walletAfter(opened, ...sequence);
      for (const account of accounts) {
        const expected = balanceIn(opened, account).plus(netOf(later, account));
        expect(balanceIn(later, account).toFixed()).toBe(expected.toFixed());
      }
    }),
  );
});

it('is idempotent: a callback that comes twice leaves what it leaves once', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, last) => {
      const once = walletAfter(opened, ...sequence, last);
      expect(written(walletAfter(once, last))).toBe(written(once));
    }),
  );
});

it('is idempotent over whole sequences: each callback repeated at once changes nothing', () => {
  fc.assert(
    fc.property(openWallet, callbacks, (opened, sequence) => {
      const twice = sequence.flatMap((each) => [each, { ...each, requestId: 'again' }]);
      expect(written(walletAfter(opened, ...twice))).toBe(written(walletAfter(opened, ...sequence)));
    }),
  );
});

const isApplied = (ledger: Ledger, bet: Callback): boolean =>
  ['bet', 'win', 'bet-and-win', 'zero'].includes(step(ledger, bet, byDefault).situation);

it('rolls back as the inverse of makeBet', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, bet) => {
      const before = walletAfter(opened, ...sequence);
      fc.pre(bet.type === 'makeBet' && isApplied(before, bet));
      if (bet.type !== 'makeBet') return;
      const later = walletAfter(before, bet, rollback(bet.transactionId, bet));
      for (const account of accounts) {
        expect(balanceIn(later, account).toFixed()).toBe(balanceIn(before, account).toFixed());
      }
    }),
  );
});

it('leaves the same whichever account comes first, as long as each keeps its own order', () => {
  const interleaved = fc
    .tuple(...accounts.map(callbacksOf))
    .chain((queues) => fc.tuple(fc.constant(queues), fc.infiniteStream(fc.nat())))
    .map(([queues, dice]) => ({ queues, mixed: interleave(queues, dice) }));
  fc.assert(
    fc.property(openWallet, interleaved, (opened, { queues, mixed }) => {
      expect(written(walletAfter(opened, ...mixed))).toBe(written(walletAfter(opened, ...queues.flat())));
    }),
  );
});

const interleave = (queues: readonly (readonly Callback[])[], dice: Iterator<number>): Callback[] => {
  const left = queues.map((queue) => [...queue]);
  const mixed: Callback[] = [];
  for (let open = left; open.length > 0; open = open.filter((queue) => queue.length > 0)) {
    const next = open[Number(dice.next().value) % open.length]?.shift();
    if (next !== undefined) mixed.push(next);
  }
  return mixed;
};

/** The one call that may be answered in the currency of its transaction, and move that. */
const otherCurrency = 'rollback-in-other-currency';

it('never answers a balance that its own ledger contradicts, in any branch', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, last) => {
      const { situation, branches } = step(walletAfter(opened, ...sequence), last, byDefault);
      fc.pre(situation !== otherCurrency);
      for (const { answer, ledger } of branches) {
        if (answer.kind === 'refusal') continue;
        expect(answer.balance.toFixed()).toBe(balanceOf(ledger, last)?.toFixed());
      }
    }),
  );
});

it('moves no money where it refuses, and none but of the account that calls; a note may refund an owner', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, last) => {
      const before = walletAfter(opened, ...sequence);
      const { situation, branches } = step(before, last, byDefault);
      fc.pre(situation !== otherCurrency);
      for (const { answer, ledger, standing } of branches) {
        const named = ledger.transactions.get(transactionIdOf(last) ?? '');
        if (named?.isForAnother === true) {
          expect([situation, standing]).toEqual(['foreign-rollback', 'note']);
          expect(balanceIn(ledger, last)).toEqual(balanceIn(before, last));
          continue;
        }
        const still = accounts.filter((each) => answer.kind === 'refusal' || accountKey(each) !== accountKey(last));
        for (const account of still) {
          expect(balanceIn(ledger, account).toFixed()).toBe(balanceIn(before, account).toFixed());
        }
      }
    }),
  );
});

it('never lets a bet take the balance below zero', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, last) => {
      const before = walletAfter(opened, ...sequence);
      fc.pre(last.type === 'makeBet' && last.bet !== '0');
      for (const { ledger } of step(before, last, byDefault).branches) {
        const [was, is] = [balanceIn(before, last), balanceIn(ledger, last)];
        expect(is.gte(0) || is.eq(was)).toBe(true);
      }
    }),
  );
});

it('never mutates the ledger that it is given', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, last) => {
      const before = walletAfter(opened, ...sequence);
      const text = written(before);
      step(before, last, byDefault);
      expect(written(before)).toBe(text);
    }),
  );
});

it('always has an answer, the same for the same question', () => {
  fc.assert(
    fc.property(openWallet, callbacks, callback, (opened, sequence, last) => {
      const ledger = walletAfter(opened, ...sequence);
      const [one, other] = [step(ledger, last, byDefault), step(ledger, last, byDefault)];
      expect(one.branches.length).toBeGreaterThan(0);
      expect(one.branches.map((branch) => written(branch.ledger))).toEqual(
        other.branches.map((branch) => written(branch.ledger)),
      );
    }),
  );
});

const isPlain = (each: Callback): boolean =>
  each.type !== 'makeBet' || ![each.bet, each.win].some((text) => isFinerThanScale(amountOf(text), each.currency));

const fineBalances = (ledger: Ledger): readonly Account[] =>
  accounts.filter((each) => isFinerThanScale(balanceIn(ledger, each), each.currency));

it('makes no balance finer than the currency from amounts that are not', () => {
  fc.assert(
    fc.property(openWallet, callbacks, (opened, sequence) => {
      fc.pre(fineBalances(opened).length === 0);
      expect(fineBalances(walletAfter(opened, ...sequence.filter(isPlain)))).toEqual([]);
    }),
  );
});
