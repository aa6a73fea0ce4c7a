import { describe, expect, it } from '@jest/globals';
import { accountKey } from '../../src/ledger/account.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { LedgerPolicy } from '../../src/ledger/prediction.ts';
import { step } from '../../src/ledger/step.ts';
import type { Rollback } from '../../src/spec/callback.ts';
import {
  anna,
  annaInEuro,
  boris,
  byDefault,
  type Deed,
  makeBet,
  outlineAll,
  rollback,
  shownBalance,
  stateOf,
  walletAfter,
  walletWith,
} from './wallet.ts';

const wallet = walletWith([anna, '100'], [boris, '50']);
const outlined = (ledger: Ledger, callback: Rollback, policy = byDefault): string[] =>
  outlineAll(step(ledger, callback, policy));

const endings = (ledger: Ledger, callback: Rollback, policy = byDefault): string[] =>
  step(ledger, callback, policy).branches.map(
    (branch) => `${shownBalance(branch.ledger)} ${stateOf(branch.ledger, callback.transactionId)}`,
  );

describe('a rollback of a processed transaction (section 3)', () => {
  it.each<[string, ...Deed]>([
    ['rollback-of-bet', '10', '0'],
    ['rollback-of-win', '0', '10'],
    ['rollback-of-win', '0', '0'],
    ['rollback-of-bet-and-win', '10', '25.5'],
    ['rollback-of-bet-and-win', '25.5', '10'],
    ['rollback-of-bet-and-win', '10', '10'],
    ['rollback-of-bet-and-win', '100', '0.01'],
  ])('refunds the bet and reverts the win: %s, %s, %s', (situation, ...deed) => {
    const processed = walletAfter(wallet, makeBet('t1', deed));
    expect(outlined(processed, rollback('t1'))).toEqual([situation, 'expected 100']);
    expect(endings(processed, rollback('t1'))).toEqual(['100 rolled-back']);
  });
});

describe('such a rollback', () => {
  it('takes the amounts of the record, not those of a duplicate', () => {
    const conflicted = walletAfter(wallet, makeBet('t1', ['10', '2']), makeBet('t1', ['99', '500']));
    expect(outlined(conflicted, rollback('t1'))).toEqual(['rollback-of-bet-and-win', 'expected 100']);
  });

  it('rolls back only the named transaction', () => {
    const several = walletAfter(
      wallet,
      makeBet('t1', ['10', '0']),
      makeBet('t2', ['5', '1']),
      makeBet('t3', ['2', '0']),
    );
    const later = walletAfter(several, rollback('t2'));
    expect(shownBalance(later)).toBe('88');
    expect(['t1', 't2', 't3'].map((id) => stateOf(later, id))).toEqual(['processed', 'rolled-back', 'processed']);
  });

  it('is found from another session of the player', () => {
    const processed = walletAfter(wallet, makeBet('t1', ['10', '0']));
    const elsewhere = { ...rollback('t1'), sessionId: 'another' };
    expect(outlined(processed, elsewhere)).toEqual(['rollback-of-bet', 'expected 100']);
  });
});

describe('a rollback where the balance is below zero', () => {
  it('gives money back all the same', () => {
    const inDebt = walletAfter(wallet, makeBet('t1', ['0', '50']), makeBet('t2', ['150', '0']), rollback('t1'));
    expect(shownBalance(inDebt)).toBe('-50');
    expect(outlined(inDebt, rollback('t2'))).toEqual(['rollback-of-bet', 'expected 100']);
    const deepInDebt = walletAfter(
      wallet,
      makeBet('t1', ['0', '50']),
      makeBet('t2', ['140', '0']),
      makeBet('t3', ['10', '0']),
      rollback('t1'),
    );
    expect(outlined(deepInDebt, rollback('t3'))).toEqual(['rollback-of-bet', 'expected -40']);
  });
});

describe('a rollback of a transaction that is rolled back (section 3)', () => {
  it('changes nothing and answers the balance of now', () => {
    const rolledBack = walletAfter(wallet, makeBet('t1', ['10', '0']), rollback('t1'), makeBet('t2', ['1', '0']));
    expect(outlined(rolledBack, rollback('t1'))).toEqual(['rollback-again', 'expected 99']);
    expect(endings(rolledBack, rollback('t1'))).toEqual(['99 rolled-back']);
  });
});

describe('a rollback of a transaction that is not found (section 3)', () => {
  it('changes nothing: the balance, or transaction_not_found', () => {
    expect(outlined(wallet, rollback('t1'))).toEqual([
      'rollback-unknown',
      'expected 100',
      'note refusal transaction_not_found',
    ]);
    expect(endings(wallet, rollback('t1'))).toEqual(['100 cancelled', '100 cancelled']);
  });

  it.each<[LedgerPolicy['unknownRollback'], string[]]>([
    ['balance', ['expected 100']],
    ['transaction_not_found', ['note refusal transaction_not_found']],
  ])('is held to one of the two by the quirk: %s', (unknownRollback, branches) => {
    const policy = { ...byDefault, unknownRollback };
    const refused = walletAfter(wallet, makeBet('t2', ['101', '0']));
    expect(outlined(wallet, rollback('t1'), policy)).toEqual(['rollback-unknown', ...branches]);
    expect(outlined(refused, rollback('t2'), policy)).toEqual(['rollback-of-refused', ...branches]);
  });

  it('stays unknown when the rollback comes again', () => {
    const cancelled = walletAfter(wallet, rollback('t1'));
    expect(outlined(cancelled, rollback('t1'))).toEqual([
      'rollback-unknown',
      'expected 100',
      'note refusal transaction_not_found',
    ]);
    expect(step(cancelled, rollback('t1'), byDefault).branches[0]?.ledger).toBe(cancelled);
  });
});

describe('a rollback of a bet that was refused', () => {
  it('refunds nothing', () => {
    const refused = walletAfter(wallet, makeBet('t1', ['101', '500']));
    expect(outlined(refused, rollback('t1'))).toEqual([
      'rollback-of-refused',
      'expected 100',
      'note refusal transaction_not_found',
    ]);
    expect(endings(refused, rollback('t1'))).toEqual(['100 cancelled', '100 cancelled']);
  });
});

describe('a rollback of a win that is spent', () => {
  const spent = walletAfter(wallet, makeBet('t1', ['0', '30']), makeBet('t2', ['110', '0']));

  it('goes below zero or is refused; stopping at zero creates money', () => {
    expect(outlined(spent, rollback('t1'))).toEqual(['rollback-of-spent-win', 'note -10', 'note refusal', 'risk 0']);
    expect(endings(spent, rollback('t1'))).toEqual(['-10 rolled-back', '20 processed', '0 rolled-back']);
  });

  it('says how much stopping at zero creates', () => {
    expect(step(spent, rollback('t1'), byDefault).branches[2]?.sentence).toBe(
      'stopped at zero when a spent win was rolled back: 10 was created',
    );
  });

  it('creates more still where the win stops at zero before the bet is refunded', () => {
    const both = walletAfter(wallet, makeBet('t1', ['10', '50']), makeBet('t2', ['130', '0']));
    const { branches } = step(both, rollback('t1'), byDefault);
    expect(outlined(both, rollback('t1'))).toEqual([
      'rollback-of-spent-win',
      ...['note -30', 'note refusal', 'risk 0', 'risk 10'],
    ]);
    expect(branches[3]?.sentence).toBe(
      'stopped at zero before it refunded the bet when a spent win was rolled back: 40 was created',
    );
  });

  it.each<[LedgerPolicy['spentWinRollback'], string[]]>([
    ['below-zero', ['note -10', 'note refusal', 'risk 0']],
    ['refuse', ['note refusal', 'note -10', 'risk 0']],
    ['clamp', ['note 0', 'note -10', 'note refusal']],
  ])(
    'is likeliest what the quirk says, and stops at zero without risk only there: %s',
    (spentWinRollback, branches) => {
      const policy = { ...byDefault, spentWinRollback };
      expect(outlined(spent, rollback('t1'), policy)).toEqual(['rollback-of-spent-win', ...branches]);
    },
  );

  it('is an ordinary rollback when the balance just covers it', () => {
    const covered = walletAfter(wallet, makeBet('t1', ['0', '30']), makeBet('t2', ['100', '0']));
    expect(outlined(covered, rollback('t1'))).toEqual(['rollback-of-win', 'expected 0']);
  });
});

describe("a rollback of another account's transaction", () => {
  const annas = walletAfter(wallet, makeBet('t1', ['10', '25']));

  const euros = walletAfter(walletWith([anna, '100'], [annaInEuro, '5'], [boris, '50']), makeBet('t1', ['10', '25']));

  it('moves no money of the player who asks; who finds it by its id alone refunds its owner: a note', () => {
    const prediction = step(euros, rollback('t1', boris), byDefault);
    expect(outlineAll(prediction)).toEqual(['foreign-rollback', 'expected 50', 'allowed refusal', 'note 50']);
    const ends = prediction.branches.map(({ ledger }) => [
      ...[shownBalance(ledger, anna), shownBalance(ledger, boris)],
      ...[stateOf(ledger, 't1'), ledger.transactions.get('t1')?.isForAnother],
    ]);
    expect(ends).toEqual([
      ['115', '50', 'processed', undefined],
      ['115', '50', 'processed', undefined],
      ['100', '50', 'rolled-back', true],
    ]);
  });

  it('refunds nobody where the owner has had it back, or nobody knows what the owner has', () => {
    const back = walletAfter(euros, rollback('t1'));
    expect(outlined(back, rollback('t1', boris))).toEqual(['foreign-rollback', 'expected 50', 'allowed refusal']);
    const unknown = { ...euros, balances: euros.balances.delete(accountKey(anna)) };
    expect(outlined(unknown, rollback('t1', boris))).toEqual(['foreign-rollback', 'expected 50', 'allowed refusal']);
  });

  it('may roll back where the transaction was, or nowhere: of another currency of the player', () => {
    const { situation, branches } = step(euros, rollback('t1', annaInEuro), byDefault);
    expect(situation).toBe('rollback-in-other-currency');
    expect(
      branches.map(({ standing, answer, ledger }) => [
        standing,
        answer.kind === 'balance' ? answer.balance.toFixed() : 'refusal',
        shownBalance(ledger, anna),
        shownBalance(ledger, annaInEuro),
      ]),
    ).toEqual([
      ['note', '5', '115', '5'],
      ['note', 'refusal', '115', '5'],
      ['note', '5', '100', '5'],
      ['note', '100', '100', '5'],
      ['risk', '-10', '115', '-10'],
    ]);
    expect(branches.at(-1)?.sentence).toBe('refunded -15 in EUR that were moved in USD');
  });

  it('leaves the transaction to its owner', () => {
    const later = walletAfter(annas, rollback('t1', boris), rollback('t1'));
    expect([shownBalance(later, anna), shownBalance(later, boris)]).toEqual(['100', '50']);
  });
});
