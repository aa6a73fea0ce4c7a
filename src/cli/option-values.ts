import { InvalidArgumentError } from 'commander';
import { parseAmount, renderAmount } from '../money/amount.ts';
import { parseDuration } from '../spec/duration.ts';

/** Parsers of option values; what they throw becomes a usage error with exit code 2. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  value,
];

export const wholeNumber = (value: string): number => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('Expected a whole number.');
  }
  return number;
};

export const port = (value: string): number => {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return number;
};

/** Milliseconds of `5s`, `500ms`. */
export const duration = (value: string): number => {
  const durationMs = parseDuration(value);
  if (durationMs === undefined || durationMs === 0) {
    throw new InvalidArgumentError('Expected a duration such as 500ms, 5s or 1m.');
  }
  return durationMs;
};

/** A decimal above 0. */
export const stake = (value: string): string => {
  const amount = parseAmount(value);
  if (amount?.gt(0) !== true) throw new InvalidArgumentError('Expected an amount such as 50.');
  return renderAmount(amount);
};

export const nonce = (value: string): string => {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(value)) {
    throw new InvalidArgumentError('Expected 1 to 32 of A-Z a-z 0-9 _ -.');
  }
  return value;
};
