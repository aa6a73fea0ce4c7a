import { parseAmount } from '../base/money.ts';

/** Whether a value of a file is what it should be. */
type Check = (value: unknown) => boolean;

/** A check for each field. */
export type Shape<V> = { readonly [Field in keyof V]-?: Check };

export const isText: Check = (value) => typeof value === 'string';

/** A finite one: JSON knows no other. */
export const isNumber: Check = (value) => typeof value === 'number';

/** An amount of money as text. */
export const isAmount: Check = (value) => typeof value === 'string' && parseAmount(value) !== undefined;

export const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** JSON leaves out what is undefined. */
export const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Fields that the shape does not name may be there. */
export const isShaped = <V>(shape: Shape<V>): Check => {
  const checks = Object.entries<Check>(shape);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([field, check]) => check((value as Record<string, unknown>)[field]));
};

/** Reads what has the shape, with whatever else is in it. */
export const readShaped = <V>(shape: Shape<V>): ((value: unknown) => V | undefined) => {
  const fits = isShaped(shape);
  return (value) => (fits(value) ? (value as V) : undefined);
};
