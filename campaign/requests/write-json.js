import { createHmac } from 'node:crypto';

// JSON as programs write it, written down here once more: what is tried must not be its own judge.
// A tree: text, `{ number: '10.50' }`, true, false, null, an array, or `{ members: [[name, tree], …] }`.

export const number = (text) => ({ number: String(text) });

const short = { '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r' };
const usual = { ...short, '\t': '\\t' };
const { '"': _quote, ...withoutQuote } = usual;
const { '\b': _backspace, '\f': _formFeed, ...withoutOld } = usual;
const withSlash = { ...usual, '/': '\\/' };

const must = '"\\\\\\u0000-\\u001f';
const lines = '\\u2028\\u2029';
const beyondAscii = '\\u0080-\\uffff';

const family = (escaped, given = {}) => ({
  escaped: new RegExp(`[${must}${escaped}]`, 'g'),
  ...{ shorts: usual, upper: false, spaced: false, deep: true, ...given },
});

/** How serialisers write text, and whether they sort every level (docs/signing.md). */
const families = {
  minimal: family(''),
  'minimal-shallow': family('', { deep: false }),
  php: family(`/${beyondAscii}`, { shorts: withSlash, deep: false }),
  'php-unescaped': family(lines, { deep: false }),
  'php-unescaped-unicode': family(`/${lines}`, { shorts: withSlash, deep: false }),
  ascii: family(beyondAscii),
  python: family('\\u007f-\\uffff', { spaced: true }),
  'python-raw': family('', { spaced: true }),
  go: family(`<>&${lines}`),
  'go-old': family(`<>&${lines}`, { shorts: withoutOld }),
  dotnet: family("<>&'+`\\u007f-\\uffff", { shorts: withoutQuote, upper: true, deep: false }),
  gson: family(`<>&='${lines}`, { deep: false }),
  jackson: family('', { upper: true }),
  'ascii-upper': family(beyondAscii, { upper: true }),
};

export const dialectNames = Object.keys(families);

const hexOf = (unit, upper) => {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upper ? digits.toUpperCase() : digits}`;
};

const quote = (text, { escaped, shorts, upper }) =>
  `"${text.replace(escaped, (unit) => shorts[unit] ?? hexOf(unit, upper))}"`;

const write = (tree, style) => {
  if (typeof tree === 'string') return quote(tree, style);
  if (tree === null || typeof tree === 'boolean') return String(tree);
  if ('number' in tree) return tree.number;
  const [comma, colon] = style.spaced ? [', ', ': '] : [',', ':'];
  if (Array.isArray(tree)) return `[${tree.map((item) => write(item, style)).join(comma)}]`;
  return `{${tree.members.map(([name, value]) => quote(name, style) + colon + write(value, style)).join(comma)}}`;
};

const byName = ([one], [other]) => (one < other ? -1 : Number(one > other));

const sorted = (tree, levels) => {
  if (tree === null || typeof tree !== 'object' || 'number' in tree) return tree;
  if (Array.isArray(tree)) return tree.map((item) => sorted(item, levels - 1));
  const members = tree.members.map(([name, value]) => [name, sorted(value, levels - 1)]);
  return { members: levels > 0 ? members.sort(byName) : members };
};

/** Section 5: what every language trims, and all that some language does. */
const edges = { common: /^[\t\n\v\r ]+|[\t\n\v\r ]+$/g };
const wide =
  '[\\0-\\x20\\x85\\xa0\\u1680\\u180e\\u2000-\\u200b\\u200e\\u200f\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+';
edges.wide = new RegExp(`^${wide}|${wide}$`, 'g');

export const trimText = (text, trimming) => (trimming === 'none' ? text : text.replace(edges[trimming], ''));

/** The tree with another text for each of its values. */
const withTexts = (tree, change) => {
  if (typeof tree === 'string') return change(tree);
  if (tree === null || typeof tree !== 'object' || 'number' in tree) return tree;
  if (Array.isArray(tree)) return tree.map((item) => withTexts(item, change));
  return { members: tree.members.map(([name, value]) => [name, withTexts(value, change)]) };
};

/** Whether no text of the tree is changed by one trimming and not by the other. */
export const isTrimmedAlike = (tree, one, other) => {
  let isAlike = true;
  withTexts(tree, (text) => {
    isAlike &&= trimText(text, one) === trimText(text, other);
    return text;
  });
  return isAlike;
};

/** The tree as it goes over the wire, in the order of its members. */
export const bodyText = (tree, dialect) => write(tree, families[dialect]);

/** Section 5: the hexadecimal HMAC of the trimmed and sorted tree in a dialect. */
export const signTree = (tree, { dialect, trimming, token }) => {
  const style = families[dialect];
  const text = write(
    sorted(
      withTexts(tree, (each) => trimText(each, trimming)),
      style.deep ? Number.MAX_VALUE : 1,
    ),
    style,
  );
  return createHmac('sha256', token).update(text).digest('hex');
};
