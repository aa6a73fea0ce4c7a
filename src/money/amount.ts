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
