import { InvalidArgumentError, Option } from 'commander';
import { parseAmount, renderAmount } from '../base/money.ts';
import { parseDuration, renderDuration } from '../base/quantities.ts';
import type { LoadSpike } from '../formats/load-report.ts';

/**
 * An option, as whoever needs it knows it: the reader of arguments, the settings, the help, the pages and the command
 * that makes a run again. In a table of options its key is the name of its value.
 */
export interface OptionRecord {
  /** `--agent-id <n>` */
  readonly flags: string;
  readonly text: string;
  /** The value of what was written, which is the text itself where absent; `before`: what the option had already. */
  readonly parse?: (text: string, before?: never) => unknown;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** The environment variable that says the same. */
  readonly variable?: string;
  /** The argument of some commands that says the same. */
  readonly argument?: string;
  /** Keys of the configuration file that it overrides, and what is to be known of that. */
  readonly keys?: readonly string[];
  readonly note?: string;
  /** Options that it does not go with, by their keys. */
  readonly conflicts?: readonly string[];
}

export type Options = Readonly<Record<string, OptionRecord>>;

type ValueOf<O> = O extends { readonly parse: (text: string) => infer Value }
  ? Value
  : O extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : O extends { readonly flags: `--no-${string}` }
      ? boolean
      : O extends { readonly flags: `${string}<${string}` }
        ? string
        : true;

/** Keys of the options that have a value whatever is given. */
type Constant<T> = {
  [K in keyof T]: T[K] extends { readonly default: unknown } | { readonly flags: `--no-${string}` } ? K : never;
}[keyof T];

/** The values of a table of options, as a command gets them. */
export type Values<T> = { readonly [K in Constant<T>]: ValueOf<T[K]> } & {
  readonly [K in Exclude<keyof T, Constant<T>>]?: ValueOf<T[K]>;
};

/** The option as commander knows it. */
export const commanderOption = ({
  flags,
  text,
  parse,
  choices,
  conflicts,
  variable,
  ...record
}: OptionRecord): Option => {
  const option = new Option(flags, variable === undefined ? text : `${text} (or ${variable})`);
  if (parse !== undefined) option.argParser(parse as (text: string, before: unknown) => unknown);
  if (choices !== undefined) option.choices(choices);
  if (conflicts !== undefined) option.conflicts([...conflicts]);
  if (record.default !== undefined) option.default(record.default);
  return option;
};

/** `--agent-id`; of two names the second, which is the older one. */
export const flagOf = ({ flags }: OptionRecord): string =>
  /--[\w-]+(?=[^-]*$)/.exec(flags.replace(/<.*/, ''))?.[0] ?? flags;

/** An option with its value, as somebody would write it. */
export const argumentsOf = (record: OptionRecord, value: unknown): string[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => argumentsOf(record, each));
  if (value === true) return [flagOf(record)];
  return [flagOf(record), record.parse === duration ? renderDuration(Number(value)) : String(value)];
};

// What reads a value: the complaint that it throws ends with exit code 2.

/** Of an option that is given several times. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The same, with commas besides. */
export const collectList = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...value.split(',').map((word) => word.trim()),
];

export const wholeNumber = (value: string): number => {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Expected a whole number.');
};

export const atLeastOne = (value: string): number => {
  const number = wholeNumber(value);
  if (number >= 1) return number;
  throw new InvalidArgumentError('Expected a whole number from 1.');
};

export const port = (value: string): number => {
  const number = wholeNumber(value);
  if (number <= 65_535) return number;
  throw new InvalidArgumentError('Expected a port from 0 to 65535.');
};

/** Milliseconds of `5s`, `500ms`. */
export const duration = (value: string): number => {
  const durationMs = parseDuration(value);
  if (durationMs !== undefined && durationMs > 0) return durationMs;
  throw new InvalidArgumentError('Expected a duration such as 500ms, 5s or 1m.');
};

/** Calls a second: `50/s`, `50`. */
export const rate = (value: string): number => {
  const perSecond = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(value)?.[1] ?? 0);
  if (perSecond > 0) return perSecond;
  throw new InvalidArgumentError('Expected calls a second, such as 50/s.');
};

/** A decimal above 0. */
export const stake = (value: string): string => {
  const amount = parseAmount(value);
  if (amount?.gt(0) === true) return renderAmount(amount);
  throw new InvalidArgumentError('Expected an amount such as 50.');
};

export const nonce = (value: string): string => {
  if (/^[A-Za-z0-9_-]{1,32}$/.test(value)) return value;
  throw new InvalidArgumentError('Expected 1 to 32 of A-Z a-z 0-9 _ -.');
};

/** Without a slash at its end; it may have a path. */
export const publicUrl = (value: string): string => {
  const expected =
    'Expected the address that players and agents reach the platform by, such as https://play.example.com or http://192.168.1.20:4600/wp.';
  const url = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) throw new InvalidArgumentError(expected);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(`It has more than a host and a path. ${expected}`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

/** `2000/s@30s+5s` */
export const spikes = (value: string, before: readonly LoadSpike[] = []): readonly LoadSpike[] => {
  const [, perSecond = '', at = '', lasting = ''] = /^([^@]+)@([^+]+)\+(.+)$/.exec(value) ?? [];
  const [atMs, forMs] = [parseDuration(at), parseDuration(lasting)];
  if (atMs === undefined || forMs === undefined || forMs === 0) {
    throw new InvalidArgumentError('Expected a rate, a time and a duration: 2000/s@30s+5s.');
  }
  return [...before, { ratePerSecond: rate(perSecond), atMs, forMs }];
};

/** Unix milliseconds. */
export const startTime = (value: string): number => {
  const isUnix = /^\d{9,11}(\.\d+)?$/.test(value);
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(value);
  const time = isUnix ? Number(value) * 1000 : isIso ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('Expected a time with its zone, such as 2026-12-31T12:00:00Z, or Unix seconds.');
};
