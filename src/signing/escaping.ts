/** How a serialiser writes strings. Which characters it escapes, and how, are its whole rule. */
export interface Escaping {
  readonly sentence: string;
  /** The characters that are escaped: UTF-16 units, or code points where the pattern has `u`. */
  readonly pattern: RegExp;
  /** Characters with a two-character escape; every other escaped unit is `\uxxxx`. */
  readonly short: Readonly<Record<string, string>>;
  readonly hex: 'lower' | 'upper';
}

const short = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const { '"': _quote, ...shortButQuote } = short;
const { '\b': _backspace, '\f': _formFeed, ...shortOfOldGo } = short;

const required = String.raw`"\\\u0000-\u001f`;
// A lone surrogate is no text; in UTF-8 it could not be told from any other.
const loneSurrogate = String.raw`[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`;

/** What JSON demands, and these characters. */
const and = (characters: string): RegExp => new RegExp(`[${required}${characters}]|${loneSurrogate}`, 'g');

const lineSeparators = String.raw`\u2028\u2029`;
const beyondAscii = String.raw`\u0080-\uffff`;
const beyondPrintable = String.raw`\u007f-\uffff`;

const lower = { short, hex: 'lower' } as const;
const upper = { short, hex: 'upper' } as const;
const withSlash = { ...lower, short: { ...short, '/': '\\/' } };

/** The ways to write strings that were found in real serialisers. */
export const escapings = {
  raw: { ...lower, sentence: 'only the escapes that JSON demands', pattern: and('') },
  phpBoth: {
    ...lower,
    sentence: 'U+2028 and U+2029 escaped, slashes and other non-ASCII text as they are',
    pattern: and(lineSeparators),
  },
  php: {
    ...withSlash,
    sentence: 'slashes escaped, non-ASCII text as \\uxxxx',
    pattern: and(`/${beyondAscii}`),
  },
  ascii: {
    ...lower,
    sentence: 'non-ASCII text as \\uxxxx, slashes as they are',
    pattern: and(beyondAscii),
  },
  python: {
    ...lower,
    sentence: 'non-ASCII text and U+007F as \\uxxxx, slashes as they are',
    pattern: and(beyondPrintable),
  },
  phpUnicode: {
    ...withSlash,
    sentence: 'slashes, U+2028 and U+2029 escaped, other non-ASCII text as it is',
    pattern: and(`/${lineSeparators}`),
  },
  go: {
    ...lower,
    short: shortOfOldGo,
    sentence: '< > & U+2028 and U+2029 escaped, backspace and form feed as \\u0008 and \\u000c',
    pattern: and(`<>&${lineSeparators}`),
  },
  goNew: {
    ...lower,
    sentence: '< > & U+2028 and U+2029 escaped',
    pattern: and(`<>&${lineSeparators}`),
  },
  gson: {
    ...lower,
    sentence: "< > & = ' U+2028 and U+2029 escaped",
    pattern: and(`<>&='${lineSeparators}`),
  },
  stj: {
    short: shortButQuote,
    hex: 'upper',
    sentence: 'non-ASCII text and < > & \' " + ` as \\uXXXX in upper case',
    pattern: and(`<>&'+\`${beyondPrintable}`),
  },
  stjRelaxed: {
    ...upper,
    sentence: 'emoji, spaces but U+0020 and unassigned characters as \\uXXXX in upper case',
    pattern: /["\\]|[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{10000}-\u{10ffff}]|(?! )\p{Zs}/gu,
  },
  jackson: { ...upper, sentence: 'control characters as \\uXXXX in upper case', pattern: and('') },
  asciiUpper: {
    ...upper,
    sentence: 'non-ASCII text as \\uXXXX in upper case',
    pattern: and(beyondAscii),
  },
} as const satisfies Record<string, Escaping>;

export type EscapingName = keyof typeof escapings;

/** Writes a text as a JSON string, quotes included. */
export type Quote = (text: string, name: EscapingName) => string;

/** A JSON string, quotes included. */
export const quoteText: Quote = (text, name) => {
  if (name === 'raw') return JSON.stringify(text);
  const escaping: Escaping = escapings[name];
  return `"${text.replace(escaping.pattern, (found) => escapeOf(found, escaping))}"`;
};

const escapeOf = (found: string, escaping: Escaping): string =>
  escaping.short[found] ??
  Array.from({ length: found.length }, (_, unit) => hexEscape(found.charCodeAt(unit), escaping.hex)).join('');

const hexEscape = (code: number, hex: Escaping['hex']): string => {
  const digits = code.toString(16).padStart(4, '0');
  return `\\u${hex === 'upper' ? digits.toUpperCase() : digits}`;
};
