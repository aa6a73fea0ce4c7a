import { describe, expect, it } from '@jest/globals';
import { amountOf, zero } from '../../../src/base/money.ts';
import { balanceOf, type Ledger } from '../../../src/ledger/ledger.ts';
import { type Deviation, type Diagnosis, diagnose } from '../../../src/ledger/stories/difference.ts';
import { anna, annaInEuro, boris, type Deed, makeBet, rollback, walletAfter, walletWith } from '../wallet.ts';

const wallet = walletWith([anna, '1000'], [annaInEuro, '500'], [boris, '500']);

/** What is made of a balance that the ledger does not have. */
const diagnosed = (
  ledger: Ledger,
  actual: string,
  known: Partial<Omit<Deviation, 'ledger' | 'actual'>> = {},
): Diagnosis => {
  const account = known.account ?? anna;
  const expected = balanceOf(ledger, account) ?? zero;
  return diagnose({ earlier: [], ...known, ledger, account, expected, actual: amountOf(actual) });
};

/** A story, the ledger in which it happened, the balance that it left, and what is told of it. */
type Told = [string, Ledger, string, Diagnosis];

const bet = walletAfter(wallet, makeBet('t1', ['10.24', '0']));
const win = walletAfter(wallet, makeBet('t1', ['0', '7']));
const both = walletAfter(wallet, makeBet('t1', ['10', '3']));
const bothBack = walletAfter(both, rollback('t1'));
const winBack = walletAfter(win, rollback('t1'));

const processed: Told[] = [
  [
    'a bet debited twice',
    bet,
    '979.52',
    { code: 'double-application', cause: 't1 was debited twice: 979.52 = 989.76 - 10.24' },
  ],
  [
    'a win credited twice',
    win,
    '1014',
    { code: 'double-application', cause: 't1 was credited twice: 1014.00 = 1007.00 + 7.00' },
  ],
  [
    'bet and win both applied twice',
    both,
    '986',
    { code: 'double-application', cause: 't1 was debited twice: 986.00 = 993.00 - 7.00' },
  ],
  ['nothing applied', both, '1000', { code: 'not-applied', cause: 't1 moved nothing: 1000.00 = 993.00 + 7.00' }],
  [
    'the bet forgotten',
    both,
    '1003',
    {
      code: 'bet-not-debited',
      cause: 'the bet of t1 was not debited: 1003.00 = 993.00 + 10.00',
    },
  ],
  [
    'the win forgotten',
    both,
    '990',
    {
      code: 'win-not-credited',
      cause: 'the win of t1 was not credited: 990.00 = 993.00 - 3.00',
    },
  ],
  [
    'only the win applied twice',
    both,
    '996',
    {
      code: 'double-application',
      cause: 'the win of t1 was credited twice: 996.00 = 993.00 + 3.00',
    },
  ],
  [
    'only the bet applied twice',
    both,
    '983',
    {
      code: 'double-application',
      cause: 'the bet of t1 was debited twice: 983.00 = 993.00 - 10.00',
    },
  ],
];

const rolledBack: Told[] = [
  [
    'a rollback that did nothing',
    bothBack,
    '993',
    {
      code: 'rollback-not-applied',
      cause: 't1 is not rolled back: 993.00 = 1000.00 - 7.00',
    },
  ],
  [
    'a bet that came once more after its rollback, and was applied',
    walletAfter(bothBack, makeBet('t1', ['10', '3'])),
    '993',
    {
      code: 'rolled-back-bet-applied',
      cause: 't1 was applied again after its rollback: 993.00 = 1000.00 - 7.00',
    },
  ],
  [
    'a bet that came after its rollback, answered as if it were not applied',
    walletAfter(wallet, rollback('t1'), makeBet('t1', ['10', '3'])),
    '993',
    {
      code: 'applied-after-rollback',
      cause: 't1 was applied after its rollback: 993.00 = 1000.00 - 7.00',
    },
  ],
  [
    'a win-only transaction that stayed',
    winBack,
    '1007',
    {
      code: 'rollback-not-applied',
      cause: 't1 is not rolled back: 1007.00 = 1000.00 + 7.00',
    },
  ],
  [
    'a second refund',
    bothBack,
    '1007',
    {
      code: 'rollback-applied-again',
      cause: 't1 was rolled back twice: 1007.00 = 1000.00 + 7.00',
    },
  ],
  [
    'a win that was kept',
    bothBack,
    '1003',
    {
      code: 'win-not-reverted',
      cause: 'the win of t1 was not reverted: 1003.00 = 1000.00 + 3.00',
    },
  ],
  [
    'a bet that was kept',
    bothBack,
    '990',
    {
      code: 'bet-not-refunded',
      cause: 'the bet of t1 was not refunded: 990.00 = 1000.00 - 10.00',
    },
  ],
];

it.each([...processed, ...rolledBack])('tells of %s', (_, ledger, actual, diagnosis) => {
  expect(diagnosed(ledger, actual)).toEqual(diagnosis);
});

describe('a rollback of one transaction of a round', () => {
  const roundOf = (deed: Deed) => {
    const other = { ...makeBet('t2', deed), gameRoundId: 'round-of-t1' };
    return walletAfter(wallet, makeBet('t1', ['10', '3']), other, rollback('t1'));
  };

  it('may have been one of the whole round', () => {
    expect(diagnosed(roundOf(['0', '32']), '1000', { transactionId: 't1' })).toEqual({
      code: 'wrong-amounts-rolled-back',
      cause: 'the whole round of t1 was rolled back: 1000.00 = 1032.00 - 32.00',
    });
  });

  it('is told as either where nothing and the whole round leave the same', () => {
    expect(diagnosed(roundOf(['0', '7']), '1000', { transactionId: 't1' })).toEqual({
      code: 'wrong-amounts-rolled-back',
      cause: 't1 is not rolled back, or the whole round of t1 was rolled back: 1000.00 = 1007.00 - 7.00',
    });
  });
});

describe('a transaction that never was applied', () => {
  const refused = walletAfter(wallet, makeBet('t1', ['1010', '2000']));
  const cancelled = walletAfter(refused, rollback('t1'));

  it.each([
    ['refused', refused],
    ['cancelled', cancelled],
  ])('tells of a refund: %s', (_, ledger) => {
    expect(diagnosed(ledger, '10')).toEqual({
      code: 'rollback-applied-again',
      cause: 't1, which never was applied, was refunded: 10.00 = 1000.00 - 990.00',
    });
  });

  it.each([
    ['refused', refused],
    ['cancelled', cancelled],
  ])('tells of money that moved: %s', (_, ledger) => {
    expect(diagnosed(ledger, '1990')).toEqual({
      code: 'money-moved-on-refusal',
      cause: 't1, which must not be applied, was applied: 1990.00 = 1000.00 + 990.00',
    });
  });
});

describe("another account's transaction", () => {
  const annas = walletAfter(wallet, makeBet('t1', ['10', '4']));

  it.each([
    ['its net', '494', '494.00 = 500.00 - 6.00'],
    ['its refund', '506', '506.00 = 500.00 + 6.00'],
    ['its bet', '510', '510.00 = 500.00 + 10.00'],
    ['its win', '504', '504.00 = 500.00 + 4.00'],
  ])('tells of money that moved here: %s', (_, actual, sum) => {
    for (const account of [boris, annaInEuro]) {
      expect(diagnosed(annas, actual, { account })).toEqual({
        code: 'foreign-money-moved',
        cause: `t1 of anna in USD moved money here: ${sum}`,
      });
    }
  });
});

describe('free spins', () => {
  it('tell of accumulated_win that was paid', () => {
    expect(diagnosed(wallet, '1009.75', { accumulatedWin: amountOf('9.75') })).toEqual({
      code: 'freespins-progress-paid',
      cause: 'accumulated_win of the free spins was paid out: 1009.75 = 1000.00 + 9.75',
    });
  });
});

describe('where no story fits', () => {
  const earlier = [amountOf('1000'), amountOf('950')];

  it('an earlier balance is stale', () => {
    expect(diagnosed(walletWith([anna, '975']), '950', { earlier })).toEqual({
      code: 'stale-balance',
      cause: '950.00 was the balance before: an old value is shown',
    });
  });

  it.each([
    ['1000.01', '1000.01 = 1000.00 + 0.01'],
    ['999.98', '999.98 = 1000.00 - 0.02'],
    ['1000.00501', '1000.00501 = 1000.00 + 0.00501'],
  ])('a difference of two smallest units or less looks like rounding: %s', (actual, sum) => {
    expect(diagnosed(wallet, actual)).toEqual({
      code: 'wrong-arithmetic',
      cause: `rounding or floating point: ${sum}`,
    });
  });

  it('the smallest unit is that of the currency', () => {
    const inYen = { playerId: 'anna', currency: 'JPY' };
    const yen = walletWith([inYen, '1000']);
    expect(diagnosed(yen, '1002', { account: inYen }).code).toBe('wrong-arithmetic');
    expect(diagnosed(yen, '1003', { account: inYen }).code).toBe('wrong-balance');
  });

  it('another currency has as many smallest units, which this one shows as its own', () => {
    const inDinar = { playerId: 'anna', currency: 'KWD' };
    const dinar = walletWith([anna, '1000'], [inDinar, '995.125']);
    expect(diagnosed(dinar, '9951.25')).toEqual({
      code: 'another-currencys-balance',
      cause: '9951.25 is the balance of anna in KWD, where it is 995.125: as many of the smallest units',
    });
  });

  it('the balance is wrong, and the difference is said', () => {
    expect(diagnosed(wallet, '-27.5')).toEqual({
      code: 'wrong-balance',
      cause: '-27.50 = 1000.00 - 1027.50',
    });
  });
});

describe('where the numbers alone name a cause', () => {
  const spent = walletAfter(wallet, makeBet('t1', ['20', '0']));
  const won = walletAfter(wallet, makeBet('t1', ['0', '7.30']));
  const back = walletAfter(spent, rollback('t1'));
  const cents = walletAfter(wallet, makeBet('t1', ['10.26', '0']), makeBet('t2', ['0', '3.30']));
  const rich = walletWith([anna, '30000000.10']);
  const three = walletAfter(
    wallet,
    makeBet('t1', ['10.10', '0']),
    makeBet('t2', ['4.40', '0']),
    makeBet('t3', ['0', '27.30']),
  );

  it.each<[string, Ledger, string, string]>([
    ['a fee on the bet', spent, '979.50', '2.5 % of the bet of t1 was taken as well, like a fee or a commission'],
    ['a commission', won, '1006.93', '5 % of the win of t1 was taken as well, like a fee or a commission'],
    [
      'one decimal read as cents',
      won,
      '1007.03',
      'what stands after the point is taken for whole cents: 7.3 is read as 7.03',
    ],
    [
      'cents without their zero',
      walletAfter(wallet, makeBet('t1', ['1.95', '0'])),
      '998.5',
      'cents are written without the zeros before them: 998.05 as 998.5',
    ],
    ['a bonus', spent, '982', '10 % of the bet of t1 was given as well, like a bonus'],
    ['a fee that is not given back', back, '999', '5 % of the bet of t1 was taken as well, like a fee or a commission'],
    ['whole units', cents, '993', 'the balance is kept with no decimals'],
    ['a decimal', won, '1007', 'the balance is kept with no decimals'],
    [
      'an amount that is cut',
      walletAfter(walletWith([anna, '5.55']), makeBet('t1', ['1.80', '0'])),
      '4.55',
      'bet and win of t1 are kept with no decimals',
    ],
    [
      'one that is cut and comes back',
      walletAfter(walletWith([anna, '5.55']), makeBet('t1', ['1.80', '0']), rollback('t1')),
      '4.75',
      'bet and win of t1 are kept with no decimals',
    ],
    [
      'a float',
      walletWith([anna, '1235568.28']),
      '1235568.25',
      'the balance is kept in a float of 32 bits, which has 7 digits',
    ],
    [
      'a float, by a cent',
      walletWith([anna, '1235568.26']),
      '1235568.25',
      'the balance is kept in a float of 32 bits, which has 7 digits',
    ],
    [
      '2^32 cents',
      rich,
      '-12949672.86',
      'an integer of 32 bits overflowed, which counts units of 0.01: the balance is off by a multiple of 2^32 of them',
    ],
    [
      '2^32 units',
      walletWith([anna, '4294967297.50']),
      '1.50',
      'an integer of 32 bits overflowed, which counts units of 1.00: the balance is off by a multiple of 2^32 of them',
    ],
    [
      'a float of cents',
      walletWith([anna, '2147484647.99']),
      '2147484631.04',
      'the balance is kept in a float of 32 bits, which has 7 digits',
    ],
    ['a full column', rich, '9999999.99', '9999999.99 is the most that the column of the balance holds'],
    [
      'the largest integer',
      rich,
      '21474836.47',
      'an integer of 32 bits overflowed, which counts units of 0.01: 2^31 - 1 of them are the most that it holds',
    ],
    ['two calls that are missing', three, '989.90', 't2 and t3 are missing'],
    ['three calls that count twice', three, '1025.60', 't1, t2 and t3 are counted twice'],
  ])('it is told: %s', (_, ledger, actual, cause) => {
    const told = diagnosed(ledger, actual, { transactionId: 't1' });
    expect(told.cause.slice(0, told.cause.lastIndexOf(': '))).toBe(cause);
  });

  it.each<[string, Ledger, string]>([
    ['a part of the bet that is no percentage', spent, '979.53'],
    ['most of the bet', spent, '967'],
    ['a percentage of too small a bet', walletAfter(wallet, makeBet('t1', ['0.40', '0'])), '999.48'],
    [
      'a sum that is as near to the next one',
      walletAfter(spent, makeBet('t2', ['9', '0']), makeBet('t3', ['8', '0'])),
      '934',
    ],
  ])('it is not told by chance: %s', (_, ledger, actual) => {
    const told = diagnosed(ledger, actual, { transactionId: 't1' });
    expect(told.cause).toMatch(/^[\d.]+ = /);
  });

  it('floating point beside it hides no story', () => {
    expect(diagnosed(spent, '1000.0000000000001')).toEqual({
      code: 'not-applied',
      cause: 't1 moved nothing: 1000.00 = 980.00 + 20.00',
    });
  });
});

describe('of several stories', () => {
  const several = walletAfter(
    wallet,
    makeBet('t1', ['10', '0']),
    makeBet('t2', ['10', '0']),
    makeBet('t3', ['10', '0']),
  );

  it('the one about the transaction of the call comes first', () => {
    expect(diagnosed(several, '960', { transactionId: 't2' }).cause).toMatch(/^t2 was debited/);
  });

  it('then the one about the latest transaction', () => {
    expect(diagnosed(several, '960').cause).toMatch(/^t3 was debited/);
  });

  it('an old balance in the answer to a transaction comes before those about other transactions', () => {
    const later = walletAfter(wallet, makeBet('t1', ['10', '0']), makeBet('t2', ['4', '0']));
    const earlier = [amountOf('1000'), amountOf('990')];
    expect(diagnosed(later, '990', { earlier, transactionId: 't1' }).code).toBe('stale-balance');
    expect(diagnosed(later, '990', { earlier, transactionId: 't2' }).code).toBe('not-applied');
    expect(diagnosed(later, '990', { earlier }).code).toBe('not-applied');
  });

  it("one of the account's own comes before one of another's", () => {
    const both = walletAfter(wallet, makeBet('t1', ['10', '0']), makeBet('t2', ['10', '0'], boris));
    expect(diagnosed(both, '980').code).toBe('double-application');
  });

  it('one of the account comes before the accumulated win of a pack', () => {
    const settled = walletAfter(wallet, makeBet('t1', ['0', '9']));
    const accumulatedWin = amountOf('9');
    expect(diagnosed(settled, '1018', { accumulatedWin }).code).toBe('double-application');
  });

  it("the one about the asked transaction comes first, also where it is another's", () => {
    const later = walletAfter(wallet, makeBet('t1', ['10', '0'], boris), makeBet('t2', ['10', '0']));
    expect(diagnosed(later, '1000', { transactionId: 't1' }).code).toBe('foreign-money-moved');
  });

  it('a transaction that moves nothing explains nothing', () => {
    const idle = walletAfter(wallet, makeBet('t1', ['0', '0']), makeBet('t2', ['5', '5']));
    expect(diagnosed(idle, '1001').code).toBe('wrong-balance');
  });
});
