import { isMap } from 'yaml';
import type { Hint } from './hints.ts';
import { locateKey, nodeAt, shownText } from './locate.ts';
import type { Path } from './problem.ts';
import type { Source } from './read-source.ts';

// Mistakes that show in how something is written, whatever the format: they are looked for only in
// what a schema has refused already.

/** A key that is none: `{ bet: 10,5 }` has the key `5`, `{ bet:10 }` the key `bet:10`. */
export const explainWrittenKey = (source: Source, path: Path): Hint | undefined => {
  const { start, end } = locateKey(source, path);
  const key = source.page.text.slice(start, end);
  return (
    decimalCommaBefore(source, path) ??
    joined(path, /^(-?)(\w+):(\S.*)$/.exec(key), 'a space is missing after the colon of') ??
    joined(path, /^(-?)(\w+)\s*=\s*(.+)$/.exec(key), 'an equals sign stands for the colon of') ??
    joined(path, /^(-?)(\w+)\s+(\S+)$/.exec(key), 'a colon is missing after') ??
    dashed(key, path) ??
    merged(source, path)
  );
};

/** What it would have brought is not missing besides. */
const merged = (source: Source, path: Path): Hint | undefined => {
  if (path.at(-1) !== '<<') return undefined;
  const node = nodeAt(source, path);
  const keys = isMap(node) ? node.items.map(({ key }) => String(key)) : [];
  return {
    message: 'merge keys (`<<`) are not used here',
    remedy: 'write the keys out',
    covers: keys.map((key) => [...path.slice(0, -1), key]),
  };
};

/** The digits behind a comma that YAML takes for the end of an entry. */
const decimalCommaBefore = (source: Source, path: Path): Hint | undefined => {
  const span = locateKey(source, path);
  const { text } = source.page;
  const before = /(\w+):[ \t]*([-+]?\d+),$/.exec(text.slice(Math.max(0, span.start - 80), span.start));
  const digits = text.slice(span.start, span.end);
  if (before === null || !/^\d+$/.test(digits)) return undefined;
  const [, name = '', whole = ''] = before;
  return {
    message: `\`${name}\`: \`${whole},${digits}\` has ${commaName(digits)}`,
    remedy: withoutComma(whole, digits),
    part: { start: span.start - whole.length - 1, end: span.end },
  };
};

const withoutComma = (whole: string, digits: string): string =>
  digits.length === 3 ? `write ${whole}${digits}, or ${whole}.${digits} for a decimal` : `write ${whole}.${digits}`;

/** Behind three digits it may part thousands. */
const commaName = (digits: string): string => (digits.length === 3 ? 'a comma' : 'a decimal comma');

const joined = (path: Path, match: RegExpExecArray | null, message: string): Hint | undefined => {
  if (match === null) return undefined;
  const [, dash = '', name = '', value = ''] = match;
  const remedy = `write \`${dash === '' ? '' : '- '}${name}: ${value}\``;
  return { message: `${message} \`${name}\``, remedy, covers: [[...path.slice(0, -1), name]] };
};

const dashed = (key: string, path: Path): Hint | undefined => {
  const [, name] = /^-(\w+)$/.exec(key) ?? [];
  if (name === undefined) return undefined;
  const message = `a space is missing after the dash of \`${name}\``;
  return { message, remedy: `write \`- ${name}: …\``, covers: [path.slice(0, -1)] };
};

/** A scalar that is none of its kind for how it is written. */
export const explainWrittenValue = (source: Source, path: Path): Hint | undefined => {
  const written = shownText(source, path);
  return commaIn(written) ?? thousandsIn(written) ?? colonIn(written) ?? curlyIn(written);
};

const commaIn = (written: string): Hint | undefined => {
  const [, whole, digits = '', unit = ''] = /^([-+]?\d+),(\d+)\s*([a-zA-Z]*)$/.exec(written) ?? [];
  if (whole === undefined) return undefined;
  return {
    message: `\`${written}\` has ${commaName(digits)}`,
    remedy: `${withoutComma(whole, digits)}${unit}`,
  };
};

const thousandsIn = (written: string): Hint | undefined => {
  if (!/^\d{1,3}(?:[ ,'_]\d{3})+(?:[.,]\d+)?$/.test(written)) return undefined;
  const plain = written.replaceAll(/[ ,'_](?=\d{3}(?!\d))/g, '').replace(',', '.');
  return { message: `\`${written}\` has its thousands apart`, remedy: `write ${plain}` };
};

const colonIn = (written: string): Hint | undefined => {
  const [, name, value = ''] = /^([a-zA-Z_]+):([^\s/].*)$/.exec(written) ?? [];
  if (name === undefined) return undefined;
  const message = `a space is missing after the colon of \`${name}\``;
  return { message, remedy: `write \`${name}: ${value}\`` };
};

const curlyIn = (written: string): Hint | undefined =>
  /^[“”„‟‘’«»]/.test(written)
    ? { message: `\`${written}\` has curly quotes`, remedy: 'write straight quotes, or none' }
    : undefined;
