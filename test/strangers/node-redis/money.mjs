import { Refusal } from './refusal.mjs';

/** Digits behind the point of each currency that accounts may have. */
const currencyDigits = {
  ...{ USD: 2, EUR: 2, GBP: 2, RUB: 2, UAH: 2, TRY: 2, BRL: 2, INR: 2, CNY: 2, KZT: 2 },
  ...{ JPY: 0, KRW: 0, KWD: 3, BTC: 8 },
};

/** With sub-cent. Balances are 64-bit integers: 6 digits leave room for 9 trillion. */
const fineDigits = 6;
/** Below 10^13 an amount and its cents are told apart by every reader of JSON that uses doubles. */
const wholeDigitsMax = 13;

export const isCurrency = (code) => Object.hasOwn(currencyDigits, code);

/** How many digits behind the point the store keeps. */
export function scaleOf(currency, choices) {
  if (choices.has('sub-cent')) return fineDigits;
  return isCurrency(currency) ? currencyDigits[currency] : 2;
}

/** The text of a JSON number in units of 10^-scale: exactly, or refused. */
export function parseAmount(text, scale) {
  const [, minus, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  if (minus) throw new Refusal('validation_error', 'an amount is negative');
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length + scale;
  if (zeros < 0) throw new Refusal('validation_error', 'an amount is finer than the smallest unit');
  if (significant.length + zeros > wholeDigitsMax + scale) {
    throw new Refusal('validation_error', 'an amount is too large');
  }
  return BigInt(significant) * 10n ** BigInt(zeros);
}

/** The text of a whole number of units as a JSON number, in its shortest form. */
export function formatAmount(units, scale) {
  const minus = units.startsWith('-') ? '-' : '';
  const digits = units.replace('-', '').padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${minus}${whole}${fraction && '.'}${fraction}`;
}

export function wholeUnits(amount, scale) {
  return amount * 10n ** BigInt(scale);
}
