import { AsyncLocalStorage } from 'node:async_hooks';
import { Big } from 'big.js';

/** An exact decimal. Immutable: `plus`, `minus` and `times` give new amounts and never round. */
export type Amount = Big;

/** No balance or bet needs more; what has more digits than this is an attack or a mistake. */
const maxMagnitude = 40;

const pattern = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The amount of a decimal text such as `10`, `-0.5` or `1.05e1`; undefined when it is none, or absurd. */
export const parseAmount = (text: string): Amount | undefined => {
  if (text.length > 400 || !pattern.test(text)) return undefined;
  const amount = new Big(text);
  return Math.abs(amount.e) > maxMagnitude ? undefined : amount;
};

/** An amount whose text is known to be right: a constant, or text that was checked before. */
export const amountOf = (text: string): Amount => {
  const amount = parseAmount(text);
  if (amount === undefined) throw new TypeError(`Not an amount: ${text.slice(0, 60)}`);
  return amount;
};

export const zero: Amount = new Big(0);

/** Plain digits without exponent, trailing zeros or a negative zero: `10.5`. */
export const renderAmount = (amount: Amount): string => (amount.eq(0) ? '0' : amount.toFixed());

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
  const code = currency.toUpperCase();
  return cryptocurrencies.has(code) ? cryptoScale : (minorUnits.get(code) ?? scaleOfUnknown);
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

/** Less than this part of the last decimal is what floating point leaves, and no money. */
const noise = '0.001';

/** The amount without what floating point leaves: at 2 decimals 0.30000000000000004 is 0.3, 0.1264 is what it says. */
export const withoutNoise = (amount: Amount, decimals: number): Amount => {
  const rounded = amount.round(decimals, Big.roundHalfUp);
  return rounded
    .minus(amount)
    .abs()
    .lt(amountOf(`${noise}e-${decimals}`))
    ? rounded
    : amount;
};

/** Whether the amount has more digits than the currency. */
export const isFinerThanScale = (amount: Amount, currency: string): boolean =>
  amount.c.length - 1 - amount.e > scaleOf(currency);

/** An amount as people of the currency write it, `10.00` for USD; with all its digits if finer. */
export const renderAtScale = (amount: Amount, currency: string): string =>
  isFinerThanScale(amount, currency) ? amount.toFixed() : amount.toFixed(scaleOf(currency));

/** The same of a text; in plain digits where the currency is not known. Undefined where it is no amount. */
export const amountAtScale = (text: string | undefined, currency: string | undefined): string | undefined => {
  const amount = text === undefined ? undefined : parseAmount(text);
  if (amount === undefined || currency === undefined) return amount && renderAmount(amount);
  return renderAtScale(amount, currency);
};

/**
 * Currencies by their minor units: digits after the decimal point. Generated from list one of ISO 4217
 * (currencies and funds) as its maintenance agency, SIX, published it on 2024-06-25; 0 also where that
 * list has no minor unit (N.A.), as for gold.
 */
const codesByDigits: Readonly<Record<number, string>> = {
  0: `
    BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XAG XAU XBA XBB XBC XBD XDR
    XOF XPD XPF XPT XSU XTS XUA XXX`,
  2: `
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP
    BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR
    FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW
    KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
    NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS
    VED VES WST XCD YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Digits after the decimal point, by the code in capitals. */
export const minorUnits: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, Number(digits)] as const),
  ),
);
