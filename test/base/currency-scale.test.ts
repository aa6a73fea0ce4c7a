import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  amountOf,
  isFinerThanScale,
  minorUnits,
  type Rounding,
  renderAmount,
  renderAtScale,
  roundings,
  roundToScale,
  scaleOf,
  smallestUnit,
  withScales,
} from '../../src/base/money.ts';

describe('the scale of a currency', () => {
  it('is known for all 179 codes of ISO 4217', () => {
    const counts = [0, 2, 3, 4].map((digits) => [...minorUnits.values()].filter((each) => each === digits).length);
    expect([minorUnits.size, ...counts]).toEqual([179, 30, 140, 7, 2]);
  });

  it.each([
    ['USD', 2, '0.01'],
    ['EUR', 2, '0.01'],
    ['RUB', 2, '0.01'],
    ['JPY', 0, '1'],
    ['KWD', 3, '0.001'],
    ['CLF', 4, '0.0001'],
    ['jpy', 0, '1'],
    ['XAU', 0, '1'],
    ['UYW', 4, '0.0001'],
    ['BTC', 8, '0.00000001'],
    ['USDT', 8, '0.00000001'],
    ['btc', 8, '0.00000001'],
    ['ZZZ', 2, '0.01'],
    ['', 2, '0.01'],
    ['__proto__', 2, '0.01'],
  ])('of %s is %d: the smallest amount is %s', (currency, scale, smallest) => {
    expect(scaleOf(currency)).toBe(scale);
    expect(renderAmount(smallestUnit(currency))).toBe(smallest);
  });

  it.each([
    ['0.01', 'USD', false],
    ['0.010', 'USD', false],
    ['0.001', 'USD', true],
    ['-0.001', 'USD', true],
    ['1', 'JPY', false],
    ['1.5', 'JPY', true],
    ['0.001', 'KWD', false],
    ['1e-8', 'BTC', false],
    ['1e-9', 'BTC', true],
    ['0.30000000000000004', 'USD', true],
  ])('tells that %s %s has more digits than the currency: %s', (text, currency, isFiner) => {
    expect(isFinerThanScale(amountOf(text), currency)).toBe(isFiner);
  });
});

const rounded = (text: string, currency: string, rounding?: Rounding): string =>
  renderAmount(roundToScale(amountOf(text), currency, rounding));

describe('roundToScale', () => {
  it('rounds half up unless told otherwise', () => {
    expect(rounded('0.005', 'USD')).toBe('0.01');
    expect(rounded('0.0049', 'USD')).toBe('0');
    expect(rounded('2.5', 'JPY')).toBe('3');
  });

  it.each([
    ['half up', '0.01', '0.02', '0.02'],
    ['half even', '0', '0.02', '0.02'],
    ['down', '0', '0.01', '0.01'],
    ['up', '0.01', '0.02', '0.02'],
  ] as const)('rounds %s', (rounding, half, oneAndHalf, more) => {
    expect(rounded('0.005', 'USD', rounding)).toBe(half);
    expect(rounded('0.015', 'USD', rounding)).toBe(oneAndHalf);
    expect(rounded('0.0151', 'USD', rounding)).toBe(more);
  });

  it('leaves an amount that fits as it is, however it rounds', () => {
    const names = Object.keys(roundings) as Rounding[];
    expect(names.map((rounding) => rounded('-12.34', 'USD', rounding))).toEqual(names.map(() => '-12.34'));
  });

  it('is at most one unit away, and never finer than the currency', () => {
    const amount = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(12));
    const rounding = fc.constantFrom(...(Object.keys(roundings) as Rounding[]));
    fc.assert(
      fc.property(amount, fc.constantFrom('USD', 'JPY', 'KWD', 'BTC'), rounding, ([digits, places], currency, how) => {
        const exact = amountOf(`${digits}e-${places}`);
        const near = roundToScale(exact, currency, how);
        const distance = near.minus(exact).abs();
        return !isFinerThanScale(near, currency) && distance.lt(smallestUnit(currency));
      }),
    );
  });
});

describe('renderAtScale', () => {
  it.each([
    ['10', 'USD', '10.00'],
    ['10.5', 'USD', '10.50'],
    ['-3', 'USD', '-3.00'],
    ['-0', 'USD', '0.00'],
    ['1234567.89', 'USD', '1234567.89'],
    ['1500', 'JPY', '1500'],
    ['1.5', 'KWD', '1.500'],
    ['0.1', 'BTC', '0.10000000'],
    ['7', 'ZZZ', '7.00'],
  ])('writes %s %s as %s', (text, currency, written) => {
    expect(renderAtScale(amountOf(text), currency)).toBe(written);
  });

  it('shows all digits of an amount finer than the currency', () => {
    expect(renderAtScale(amountOf('0.30000000000000004'), 'USD')).toBe('0.30000000000000004');
    expect(renderAtScale(amountOf('0.5'), 'JPY')).toBe('0.5');
  });
});

describe('declared scales', () => {
  it('hold within the work, and for what it waits for', async () => {
    const within = await withScales({ USDT: 6, XYZ: 0 }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return [scaleOf('USDT'), scaleOf('XYZ'), scaleOf('USD')];
    });
    expect(within).toEqual([6, 0, 2]);
    expect([scaleOf('USDT'), scaleOf('XYZ')]).toEqual([8, 2]);
  });

  it('are those of one run, also while another one goes on', async () => {
    const run = async (digits: number) =>
      await withScales({ USDT: digits }, async () => {
        const seen: number[] = [];
        for (let turn = 0; turn < 5; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(scaleOf('USDT'));
        }
        return seen;
      });
    const [one, other] = await Promise.all([run(6), run(3)]);
    expect([new Set(one), new Set(other)]).toEqual([new Set([6]), new Set([3])]);
  });

  it('reach what is rendered and rounded', () => {
    withScales({ USDT: 6 }, () => {
      expect(renderAtScale(amountOf('1.5'), 'USDT')).toBe('1.500000');
      expect(smallestUnit('USDT').toFixed()).toBe('0.000001');
      expect(isFinerThanScale(amountOf('0.0000001'), 'USDT')).toBe(true);
    });
  });
});
