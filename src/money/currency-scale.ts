import { AsyncLocalStorage } from 'node:async_hooks';
import { Big } from 'big.js';
import { type Amount, amountOf, parseAmount, renderAmount } from './amount.ts';
import { minorUnits } from './iso-4217.ts';

const cryptocurrencies: ReadonlySet<string> = new Set(
  'BTC ETH LTC BCH XRP DOGE TRX BNB SOL ADA DASH XMR ZEC TON USDT USDC DAI BUSD'.split(' '),
);
const cryptoScale = 8;
const scaleOfUnknown = 2;

/** Digits after the decimal point, by currency code. */
export type CurrencyScales = Readonly<Record<string, number>>;

const declared = new AsyncLocalStorage<CurrencyScales>();

/**
 * The work, and all that it waits for, with other scales than the usual ones. What a wallet means by
 * an amount hangs on it everywhere: each run has its own, and no function between hands them on.
 */
export const withScales = <T>(scales: CurrencyScales, work: () => T): T =>
  Object.keys(scales).length === 0 ? work() : declared.run(scales, work);

/** The scales that differ from the usual ones. */
export const declaredScales = (): CurrencyScales => declared.getStore() ?? {};

/** Digits after the decimal point: as declared, ISO 4217's, 8 for known crypto codes, 2 where nobody knows. */
export const scaleOf = (currency: string): number => {
  const own = declaredScales();
  if (Object.hasOwn(own, currency)) return own[currency] ?? scaleOfUnknown;
  if (cryptocurrencies.has(currency)) return cryptoScale;
  return minorUnits.get(currency.toUpperCase()) ?? scaleOfUnknown;
};

/** The smallest amount of a currency: 0.01 USD, 1 JPY. */
export const smallestUnit = (currency: string): Amount => amountOf(`1e-${scaleOf(currency)}`);

export const roundings = {
  'half up': Big.roundHalfUp,
  'half even': Big.roundHalfEven,
  down: Big.roundDown,
  up: Big.roundUp,
} as const;
export type Rounding = keyof typeof roundings;

/** The amount at the currency's scale; half up unless said otherwise. */
export const roundToScale = (amount: Amount, currency: string, rounding: Rounding = 'half up'): Amount =>
  amount.round(scaleOf(currency), roundings[rounding]);

/** Whether the amount has more digits than the currency. */
export const isFinerThanScale = (amount: Amount, currency: string): boolean =>
  !roundToScale(amount, currency).eq(amount);

/** An amount as people of the currency write it, `10.00` for USD; with all its digits if finer. */
export const renderAtScale = (amount: Amount, currency: string): string =>
  isFinerThanScale(amount, currency) ? amount.toFixed() : amount.toFixed(scaleOf(currency));

/** The same of a text; in plain digits where the currency is not known. Undefined where it is no amount. */
export const amountAtScale = (text: string | undefined, currency: string | undefined): string | undefined => {
  const amount = text === undefined ? undefined : parseAmount(text);
  if (amount === undefined || currency === undefined) return amount && renderAmount(amount);
  return renderAtScale(amount, currency);
};
