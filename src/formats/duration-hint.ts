import { parseDuration } from '../base/quantities.ts';
import type { Hint } from './document/hints.ts';

/** `5` and `5 seconds` for `5s`. */
export const durationHint = (key: string, written: string): Hint | undefined => {
  const [, amount = '', unit = ''] = /^["']?(\d+(?:\.\d+)?)\s*([a-zA-Z]*)["']?$/.exec(written) ?? [];
  const short = units[unit.toLowerCase()];
  if (amount === '' || short === undefined || parseDuration(`${amount}${unit}`) !== undefined) return undefined;
  const message =
    unit === ''
      ? `\`${key}\`: a duration needs a unit, and \`${written}\` has none`
      : `\`${key}\`: \`${written}\` is no duration as it is written here`;
  const remedy = `write ${amount}${short}: a number and ms, s, m or h, without a space`;
  return { message, remedy };
};

const units: Readonly<Record<string, string>> = {
  '': 's',
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  ms: 'ms',
  msec: 'ms',
  milliseconds: 'ms',
  m: 'm',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hour: 'h',
  hours: 'h',
};
