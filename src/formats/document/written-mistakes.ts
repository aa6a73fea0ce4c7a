import { isMap } from 'yaml';
import { parseDuration } from '../../base/quantities.ts';
import { locateKey, nodeAt } from './locate.ts';
import type { Hint, Path } from './problem.ts';
import type { Source } from './read-source.ts';

// Mistakes that show in how something is written, whatever the format: they are looked for only in
// what a schema has refused already.

/** The digits behind a comma that YAML takes for the end of an entry: `{ bet: 10,5 }` has the key `5`. */
export const decimalCommaBefore = (source: Source, path: Path): Hint | undefined => {
  const { start, end } = locateKey(source, path);
  const { text } = source.page;
  const [, name, whole = ''] = /(\w+):[ \t]*([-+]?\d+),$/.exec(text.slice(Math.max(0, start - 80), start)) ?? [];
  const digits = text.slice(start, end);
  if (name === undefined || !/^\d+$/.test(digits)) return undefined;
  const { message, remedy } = comma(whole, digits);
  return { message: `\`${name}\`: ${message}`, remedy, span: { start: start - whole.length - 1, end } };
};

/** Behind three digits it may part thousands. */
const comma = (whole: string, digits: string, unit = ''): Hint => {
  const isThousands = digits.length === 3;
  return {
    message: `\`${whole},${digits}${unit}\` has ${isThousands ? 'a comma' : 'a decimal comma'}`,
    remedy: isThousands
      ? `write ${whole}${digits}, or ${whole}.${digits} for a decimal`
      : `write ${whole}.${digits}${unit}`,
  };
};

/** A key that is none: `{ bet:10 }` has the key `bet:10`. */
export const keyMistake = (source: Source, path: Path): Hint | undefined => {
  const { start, end } = locateKey(source, path);
  const key = source.page.text.slice(start, end);
  const holder = path.slice(0, -1);
  for (const [pattern, message] of joined) {
    const [, dash = '', name, value] = pattern.exec(key) ?? [];
    if (name === undefined) continue;
    const remedy = `write \`${dash === '' ? '' : '- '}${name}: ${value ?? '…'}\``;
    return { message: `${message} \`${name}\``, remedy, covers: [value === undefined ? holder : [...holder, name]] };
  }
  if (key !== '<<') return undefined;
  // What it would have brought is not missing besides.
  const node = nodeAt(source, path);
  const covers = isMap(node) ? node.items.map((pair) => [...holder, String(pair.key)]) : [];
  return { message: 'merge keys (`<<`) are not used here', remedy: 'write the keys out', covers };
};

/** A dash, a name and a value that have grown together. */
const joined: readonly (readonly [RegExp, string])[] = [
  [/^(-?)(\w+):(\S.*)$/, 'a space is missing after the colon of'],
  [/^(-?)(\w+)\s*=\s*(.+)$/, 'an equals sign stands for the colon of'],
  [/^(-?)(\w+)\s+(\S+)$/, 'a colon is missing after'],
  [/^(-)(\w+)$/, 'a space is missing after the dash of'],
];

/** A scalar that is none of its kind for how it is written. */
export const valueMistake = (written: string, expected: string): Hint | undefined => {
  const [, whole, digits = '', unit = ''] = /^([-+]?\d+),(\d+)\s*([a-zA-Z]*)$/.exec(written) ?? [];
  if (whole !== undefined) return comma(whole, digits, unit);
  if (/^\d{1,3}(?:[ ,'_]\d{3})+(?:[.,]\d+)?$/.test(written)) {
    const plain = written.replaceAll(/[ ,'_](?=\d{3}(?!\d))/g, '').replace(',', '.');
    return { message: `\`${written}\` has its thousands apart`, remedy: `write ${plain}` };
  }
  const [, name, value] = /^([a-zA-Z_]+):([^\s/].*)$/.exec(written) ?? [];
  if (name !== undefined && !expected.includes('URL')) {
    return { message: `a space is missing after the colon of \`${name}\``, remedy: `write \`${name}: ${value}\`` };
  }
  if (/^[“”„‟‘’«»]/.test(written)) {
    return { message: `\`${written}\` has curly quotes`, remedy: 'write straight quotes, or none' };
  }
  return expected.includes('a duration') ? durationMistake(written) : undefined;
};

/** `5` and `5 seconds` for `5s`. */
const durationMistake = (written: string): Hint | undefined => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-zA-Z]*)$/.exec(written) ?? [];
  const [, short = 's'] = /^(ms|[smh])/.exec(unit.toLowerCase().replace(/^milli.*/, 'ms')) ?? [];
  const isKnown = /^(?:|ms|msec|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)$/i.test(unit);
  if (amount === undefined || !isKnown || parseDuration(written) !== undefined) return undefined;
  const message =
    unit === ''
      ? `a duration needs a unit, and \`${written}\` has none`
      : `\`${written}\` is no duration as it is written here`;
  return { message, remedy: `write ${amount}${short}: a number and ms, s, m or h, without a space` };
};
