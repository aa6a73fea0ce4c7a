import { InvalidArgumentError, Option } from 'commander';
import { parseAmount, renderAmount } from '../base/money.ts';
import { parseDuration, renderDuration } from '../base/quantities.ts';
import type { LoadSpike } from '../formats/load-report.ts';

/**
 * An option, as whoever needs it knows it: the reader of arguments, the settings, the help, the pages and the command
 * that makes a run again. In a table of options its key is the name of its value: `agentId` is given as `--agent-id`.
 */
export interface OptionRecord {
  readonly text: string;
  /** How what it takes is called in help: `<n>`; a flag takes nothing. */
  readonly takes?: string;
  /** The value of what was written; `before`: what the option had already. A complaint that it throws ends with exit code 2. */
  readonly parse?: (text: string, before?: never) => unknown;
  /** A value as somebody would write it; its text where absent. */
  readonly write?: (value: never) => string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** How it is written where its key does not tell. */
  readonly flags?: string;
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

type ValueOf<O> = O extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { readonly parse: (text: string) => infer Value }
    ? Value
    : O extends { readonly flags: `--no-${string}` }
      ? boolean
      : true;

/** Keys of the options that have a value whatever is given. */
type Constant<T> = {
  [K in keyof T]: T[K] extends { readonly default: unknown } | { readonly flags: `--no-${string}` } ? K : never;
}[keyof T];

/** The values of a table of options, as a command gets them. */
export type Values<T> = { readonly [K in Constant<T>]: ValueOf<T[K]> } & {
  readonly [K in Exclude<keyof T, Constant<T>>]?: ValueOf<T[K]>;
};

/** `--agent-id`; `--no-color` */
export const flagOf = (key: string, { flags }: Pick<OptionRecord, 'flags'> = {}): string =>
  flags ?? `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** With the other names that it has, and what it takes: `-f, --follow`, `--agent-id <n>`. */
export const writtenOption = (key: string, record: OptionRecord): string =>
  [flagOf(key, record), ...(record.takes === undefined ? [] : [record.takes])].join(' ');

/** The option as commander knows it. */
export const commanderOption = (key: string, record: OptionRecord): Option => {
  const { text, parse, choices, conflicts, variable, default: usual } = record;
  const option = new Option(writtenOption(key, record), variable === undefined ? text : `${text} (or ${variable})`);
  if (parse !== undefined) option.argParser(parse as (text: string, before: unknown) => unknown);
  if (choices !== undefined) option.choices(choices);
  if (conflicts !== undefined) option.conflicts([...conflicts]);
  if (usual !== undefined) option.default(usual);
  return option;
};

/** An option with its value, as somebody would write it. */
export const argumentsOf = (key: string, record: OptionRecord, value: unknown): string[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => argumentsOf(key, record, each));
  if (value === true) return [flagOf(key, record)];
  return [flagOf(key, record), record.write?.(value as never) ?? String(value)];
};

type More = Omit<OptionRecord, 'text' | 'takes' | 'parse' | 'write'>;

type Parse<Value> = (text: string, before?: never) => Value;

/** A kind of option, which takes the same wherever it is used. Functions and no schemas: a start does not wait for zod. */
const kind =
  <Value>(takes: string, parse: Parse<Value>, write?: (value: Value) => string) =>
  <const M extends More = object>(text: string, more?: M) => ({ text, takes, parse, write, ...(more as M) });

/** On, where it is given. */
export const flag = <const M extends More = object>(text: string, more?: M) => ({ text, ...(more as M) });

/** Any text. */
export const text = <const M extends More = object>(takes: string, what: string, more?: M) =>
  kind(takes, (value) => value)(what, more);

/** One of these. */
export const choice = <const C extends readonly string[], const M extends More = object>(
  takes: string,
  what: string,
  choices: C,
  more?: M,
) => ({ text: what, takes, choices, ...(more as M) });

/** Texts: the option may be given several times. */
export const texts = <const M extends More = object>(takes: string, what: string, more?: M) =>
  kind(takes, (value, before: readonly string[] = []): readonly string[] => [...before, value])(what, more);

/** The same, with commas besides. */
export const words = <const M extends More = object>(takes: string, what: string, more?: M) =>
  kind(takes, (value, before: readonly string[] = []): readonly string[] => [
    ...before,
    ...value.split(',').map((word) => word.trim()),
  ])(what, more);

/** A value, or a usage error that says what was expected. */
const demanded = <Value>(value: Value | undefined, expected: string): Value => {
  if (value === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
  return value;
};

const parseNumber = (value: string): number | undefined =>
  /^\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;

export const number = kind('<n>', (value) => demanded(parseNumber(value), 'a whole number'));

export const positive = kind('<n>', (value) => demanded(parseNumber(value) || undefined, 'a whole number from 1'));

export const port = kind('<n>', (value) => {
  const whole = demanded(parseNumber(value), 'a whole number');
  return demanded(whole > 65_535 ? undefined : whole, 'a port from 0 to 65535');
});

/** Milliseconds of `5s`, `500ms`. */
export const duration = kind(
  '<duration>',
  (value) => demanded(parseDuration(value) || undefined, 'a duration such as 500ms, 5s or 1m'),
  renderDuration,
);

const parseRate = (value: string): number =>
  demanded(Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(value)?.[1] ?? 0) || undefined, 'calls a second, such as 50/s');

/** Calls a second: `50/s`, `50`. */
export const rate = kind('<n/s>', parseRate);

/** A decimal above 0. */
export const stake = kind('<amount>', (value) => {
  const amount = parseAmount(value);
  return demanded(amount?.gt(0) === true ? renderAmount(amount) : undefined, 'an amount such as 50');
});

/** Part of ids. */
export const nonce = kind('<text>', (value) =>
  demanded(/^[A-Za-z0-9_-]{1,32}$/.exec(value)?.[0], '1 to 32 of A-Z a-z 0-9 _ -'),
);

/** An address without a slash at its end; it may have a path. */
export const publicUrl = kind('<url>', (value) => {
  const expected =
    'the address that players and agents reach the platform by, such as https://play.example.com or http://192.168.1.20:4600/wp';
  const isUrl = /^https?:\/\//i.test(value) && URL.canParse(value);
  const url = demanded(isUrl ? new URL(value) : undefined, expected);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(`It has more than a host and a path. Expected ${expected}.`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
});

/** `2000/s@30s+5s` */
export const spikes = kind('<n/s@from+for>', (value, before: readonly LoadSpike[] = []): readonly LoadSpike[] => {
  const [, perSecond = '', at = '', lasting = ''] = /^([^@]+)@([^+]+)\+(.+)$/.exec(value) ?? [];
  const expected = 'a rate, a time and a duration: 2000/s@30s+5s';
  const atMs = demanded(parseDuration(at), expected);
  const forMs = demanded(parseDuration(lasting) || undefined, expected);
  return [...before, { ratePerSecond: parseRate(perSecond), atMs, forMs }];
});

/** Unix milliseconds. */
export const startTime = kind('<time>', (value) => {
  const isUnix = /^\d{9,11}(\.\d+)?$/.test(value);
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(value);
  const time = isUnix ? Number(value) * 1000 : isIso ? Date.parse(value) : Number.NaN;
  return demanded(time || undefined, 'a time with its zone, such as 2026-12-31T12:00:00Z, or Unix seconds');
});
