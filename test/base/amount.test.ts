import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf, parseAmount, renderAmount, zero } from '../../src/base/money.ts';

const textOf = (text: string): string | undefined => {
  const amount = parseAmount(text);
  return amount === undefined ? undefined : renderAmount(amount);
};

describe('parseAmount', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.00', '0'],
    ['-0.000', '0'],
    ['0e999999999', '0'],
    ['10', '10'],
    ['10.50', '10.5'],
    ['-0.5', '-0.5'],
    ['1.05e1', '10.5'],
    ['1E2', '100'],
    ['1e+2', '100'],
    ['1e-8', '0.00000001'],
    ['1234567.89', '1234567.89'],
    ['9007199254740993', '9007199254740993'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['1e40', `1${'0'.repeat(40)}`],
    ['1e-40', `0.${'0'.repeat(39)}1`],
  ])('reads %s as %s', (text, plain) => {
    expect(textOf(text)).toBe(plain);
  });
});

const noAmounts = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '--1',
  '1.',
  '.5',
  '-',
  '1e',
  '1e+',
  'e5',
  '1,5',
  '1_000',
  '0x10',
  '0b1',
  '10n',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'true',
  '1.2.3',
  '١',
  '１',
];

describe('parseAmount takes for no amount', () => {
  it.each(noAmounts)('%j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it.each([
    '1e41',
    '-1e41',
    '1e-41',
    '1e999999999',
    '1e-999999999',
    `1e${'9'.repeat(300)}`,
    '9'.repeat(400),
    `0.${'0'.repeat(390)}1`,
    `0.${'1'.repeat(399)}`,
  ])('the absurd %.20s', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('a text of a million digits', () => {
    expect(parseAmount('9'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('amountOf', () => {
  it('is the amount of a text that is known to be right', () => {
    expect(renderAmount(amountOf('12.340'))).toBe('12.34');
  });

  it('throws for any other text, and shows no more than its beginning', () => {
    expect(() => amountOf('ten')).toThrow(new TypeError('Not an amount: ten'));
    expect(() => amountOf('x'.repeat(1_000))).toThrow(`Not an amount: ${'x'.repeat(60)}`);
  });
});

describe('an amount', () => {
  it('adds 0.1 and 0.2 to 0.3', () => {
    expect(renderAmount(amountOf('0.1').plus(amountOf('0.2')))).toBe('0.3');
  });

  it('adds 0.01 a hundred times to 1', () => {
    const cent = amountOf('0.01');
    const sum = Array.from({ length: 100 }, () => cent).reduce((a, b) => a.plus(b), zero);
    expect(renderAmount(sum)).toBe('1');
  });

  it('keeps the last digit of a large balance', () => {
    const balance = amountOf('1234567.89').minus(amountOf('0.01')).plus(amountOf('1e-8'));
    expect(renderAmount(balance)).toBe('1234567.88000001');
  });

  it('is not changed by what is computed with it', () => {
    const balance = amountOf('100');
    balance.plus('1').minus('2').times('3');
    expect(renderAmount(balance)).toBe('100');
    expect(renderAmount(zero)).toBe('0');
  });
});

describe('whatever the amount, it', () => {
  const cents = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
  const decimal = (minor: bigint): string => {
    const digits = String(minor < 0n ? -minor : minor).padStart(9, '0');
    return `${minor < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
  };

  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(cents, (minor) => {
        const amount = amountOf(decimal(minor));
        return amountOf(renderAmount(amount)).eq(amount);
      }),
    );
  });

  it('adds and subtracts like whole minor units', () => {
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const [a, b] = [amountOf(decimal(one)), amountOf(decimal(other))];
        return a.plus(b).eq(amountOf(decimal(one + other))) && a.minus(b).eq(amountOf(decimal(one - other)));
      }),
    );
  });

  it('is written in plain digits without trailing zeros', () => {
    fc.assert(
      fc.property(cents, (minor) => /^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/.test(renderAmount(amountOf(decimal(minor))))),
    );
  });
});
