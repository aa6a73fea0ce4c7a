import { type Quirk, type QuirkForm, type QuirkName, quirks } from './quirks.ts';

/** What the platform does with a bet whose outcome is unclear: time-out, connection error, 5xx, unreadable. */
export const deliveryModes = {
  'retry-then-rollback': 'sent again, and rolled back where that does not make it clear',
  'retry-only': 'sent again, and never rolled back',
  'rollback-only': 'rolled back at once',
  none: 'left as it is: sent once, and the page says that the outcome is unknown',
} as const;
export type DeliveryMode = keyof typeof deliveryModes;

/** A setting that is no quirk, and answers an open point all the same. */
export interface OtherSetting extends Omit<Quirk, 'byDefault' | 'form'> {
  readonly byDefault: string;
  /** How a value is written. */
  readonly written: string;
}

/** By the key in the configuration; `--rate` is an option of the commands. */
export const otherSettings = {
  'callbacks.timeout': {
    section: '6',
    byDefault: '5s',
    written: 'a duration above 0, such as 5s; --timeout for one command',
    description: 'How long the answer to a callback may take, to its last byte.',
    why: 'A player is waiting: enough for a slow database, without waiting for ever.',
  },
  'callbacks.delivery': {
    section: '6',
    byDefault: 'retry-then-rollback',
    values: Object.keys(deliveryModes),
    written: 'one of the values',
    description: 'What becomes of a makeBet whose outcome is unclear.',
    why: 'Section 6 has both: "may send the same callback several times", and a rollback on technical problems.',
  },
  currencyScales: {
    section: '2',
    byDefault: 'ISO 4217; 8 for crypto codes, 2 for others',
    written: 'currency codes with their digits, such as { USDT: 6 }',
    description: 'Digits after the decimal point of each currency.',
    why: 'ISO 4217 says for currencies of states how fine money is; nothing is said for others.',
  },
  'agents[].dialect': {
    section: '5',
    byDefault: 'found by asking the agent',
    written: 'the name of a dialect, such as php; --dialect for one command',
    description: 'The dialect of JSON that callbacks to this agent are signed in.',
    why: 'Section 5 says "serialize to JSON" and no more; the agent can be asked which way it verifies.',
  },
  '--rate': {
    section: '8',
    byDefault: 'as fast as the agent takes them',
    written: 'calls a second, such as 50/s',
    description: 'How many callbacks a second are sent at most, by serve and by the commands that test an agent.',
    why: 'An agent may limit what it takes; test and play find the pace by themselves where its answers show it, and serve keeps to what they found.',
  },
} as const satisfies Readonly<Record<string, OtherSetting>>;

export type OtherSettingName = keyof typeof otherSettings;

/** How users write it: `quirks.retries`, `callbacks.timeout`. */
export type SettingKey = `quirks.${QuirkName}` | OtherSettingName;

/** Any setting for what the specification leaves open, as it is told. */
export interface Setting {
  readonly key: SettingKey;
  /** The last part of the key. */
  readonly name: string;
  readonly section: string;
  readonly byDefault: Quirk['byDefault'];
  readonly values?: readonly string[];
  /** How a value is written, where there is no closed list. */
  readonly written?: string;
  readonly description: string;
  readonly why: string;
}

const forms: Readonly<Record<QuirkForm, string>> = {
  word: 'one of the values',
  duration: 'a duration, such as 30s, 5m or 4h',
  span: 'a duration above 0, such as 15m or 4h',
  durations: 'a list of up to ten durations, such as [1s, 2s]; [] for none',
  dialects: 'any, or a list of names of dialects, such as [minimal, php]',
  count: 'a whole number of bytes, 1024 at least',
  amount: 'an amount, such as 1000',
  names: 'a map from our names to others, such as { freespins_id: bonus_id }',
};

/** A value as it is written in the configuration. */
export const writtenValue = (value: Quirk['byDefault']): string =>
  typeof value === 'object' ? writtenObject(value) : String(value);

const writtenObject = (value: Extract<Quirk['byDefault'], object>): string => {
  if (isList(value)) return `[${value.join(', ')}]`;
  const pairs = Object.entries(value).map(([ours, theirs]) => `${ours}: ${theirs}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
};

const isList = (value: Extract<Quirk['byDefault'], object>): value is readonly string[] => Array.isArray(value);

const settingOfQuirk = ([name, quirk]: [string, Quirk]): Setting => {
  const { section, byDefault, values, form = 'word', description, why } = quirk;
  return {
    key: `quirks.${name as QuirkName}`,
    name,
    section,
    byDefault,
    ...(values === undefined ? { written: forms[form] } : { values }),
    description,
    why,
  };
};

const settingOfOther = ([key, other]: [string, OtherSetting]): Setting => {
  const { section, byDefault, values, written, description, why } = other;
  const name = key.replace(/^.*\.|^--/, '');
  return {
    key: key as OtherSettingName,
    name,
    section,
    byDefault,
    ...(values === undefined ? { written } : { values }),
    description,
    why,
  };
};

/** Every setting for an open point: the quirks, and what is configured elsewhere. */
export const settings: readonly Setting[] = [
  ...Object.entries<Quirk>(quirks).map(settingOfQuirk),
  ...Object.entries<OtherSetting>(otherSettings).map(settingOfOther),
];
