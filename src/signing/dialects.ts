import { usageError } from '../spec/walletproof-error.ts';

/** A way to write the signed JSON: what a serialiser does where JSON leaves it free. */
export interface Dialect {
  readonly name: string;
  /** What is particular to it, and what it is typical of. */
  readonly sentence: string;
  /** Its dialects differ only in the order of nested keys and in how numbers are printed. */
  readonly family: string;
  /** `shallow` sorts the top level only; `deep` every level, objects in arrays too. */
  readonly order: 'shallow' | 'deep';
  readonly escaping: Escaping;
  readonly separators: 'compact' | 'spaced';
  readonly numbers: NumberStyle;
  /** How an empty object is written: PHP's arrays do not know it from an empty list. */
  readonly emptyObject: '{}' | '[]';
}

/**
 * How a serialiser writes a number: as its text was sent, or printed anew from a double as
 * JavaScript and Go do it, or as PHP does it (exact below 2^63, exponents such as `1.0e-5`).
 */
export type NumberStyle = 'as-sent' | 'js' | 'php';

/** How a serialiser writes strings. Which characters it escapes, and how, are its whole rule. */
export interface Escaping {
  readonly sentence: string;
  /** The characters that are escaped: UTF-16 units, or code points where the pattern has `u`. */
  readonly pattern: RegExp;
  /** Characters with a two-character escape; every other escaped unit is `\uxxxx`. */
  readonly short: Readonly<Record<string, string>>;
  readonly hex: 'lower' | 'upper';
}

const short = { '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const { '"': _quote, ...shortButQuote } = short;
const { '\b': _backspace, '\f': _formFeed, ...shortOfOldGo } = short;
const shortAndSlash = { short: { ...short, '/': '\\/' } };
const upper = { hex: 'upper' } as const;

const required = String.raw`"\\\u0000-\u001f`;
// A lone surrogate is no text; in UTF-8 it could not be told from any other.
const loneSurrogate = String.raw`[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`;
const lineSeparators = String.raw`\u2028\u2029`;
const beyondAscii = String.raw`\u0080-\uffff`;
const beyondPrintable = String.raw`\u007f-\uffff`;

/** Escapes what JSON demands, and these characters. */
const escaping = (sentence: string, characters: string, particular: Partial<Escaping> = {}): Escaping => ({
  ...{ sentence, short, hex: 'lower' },
  pattern: new RegExp(`[${required}${characters}]|${loneSurrogate}`, 'g'),
  ...particular,
});

/** As JSON.stringify writes strings. */
export const rawEscaping = escaping('only the escapes that JSON demands', '');

interface Family extends Pick<Dialect, 'name' | 'escaping' | 'separators'> {
  readonly typicalOf: string;
  /** The order and the numbers of the dialect that has the family's own name. */
  readonly order: Dialect['order'];
  readonly numbers: NumberStyle;
  /** How this family prints numbers anew; `as-sent` where only numbers as sent are known. */
  readonly reprints: NumberStyle;
}

const deep = { separators: 'compact', order: 'deep', numbers: 'as-sent', reprints: 'js' } as const;
const shallow = { ...deep, order: 'shallow' } as const;
const spaced = { ...deep, separators: 'spaced', reprints: 'as-sent' } as const;
const ofPhp = { ...shallow, numbers: 'php', reprints: 'php' } as const;

/** Every family found in real serialisers that sign right, the likeliest first. */
const families: readonly Family[] = [
  { ...deep, name: 'minimal', typicalOf: 'JavaScript, Ruby, Rust, Java and most others', escaping: rawEscaping },
  {
    ...ofPhp,
    name: 'php',
    typicalOf: 'PHP: ksort, and json_encode without flags',
    escaping: escaping('slashes escaped, non-ASCII text as \\uxxxx', `/${beyondAscii}`, shortAndSlash),
  },
  {
    ...ofPhp,
    name: 'php-unescaped',
    typicalOf: 'PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE; Newtonsoft.Json',
    escaping: escaping('U+2028 and U+2029 escaped, slashes and other non-ASCII text as they are', lineSeparators),
  },
  {
    ...ofPhp,
    name: 'php-unescaped-unicode',
    typicalOf: 'PHP with JSON_UNESCAPED_UNICODE',
    escaping: escaping(
      'slashes, U+2028 and U+2029 escaped, other non-ASCII text as it is',
      `/${lineSeparators}`,
      shortAndSlash,
    ),
  },
  {
    ...deep,
    name: 'ascii',
    reprints: 'php',
    typicalOf: 'Python json.dumps with compact separators; PHP with JSON_UNESCAPED_SLASHES',
    escaping: escaping('non-ASCII text as \\uxxxx, slashes as they are', beyondAscii),
  },
  {
    ...spaced,
    name: 'python',
    typicalOf: 'Python json.dumps with its default separators',
    escaping: escaping('non-ASCII text and U+007F as \\uxxxx, slashes as they are', beyondPrintable),
  },
  {
    ...spaced,
    name: 'python-raw',
    typicalOf: 'Python json.dumps with ensure_ascii=False and its default separators',
    escaping: rawEscaping,
  },
  {
    ...deep,
    name: 'go',
    typicalOf: 'Go json.Marshal; Ruby on Rails',
    escaping: escaping('< > & U+2028 and U+2029 escaped', `<>&${lineSeparators}`),
  },
  {
    ...shallow,
    name: 'dotnet',
    typicalOf: 'C# with System.Text.Json',
    escaping: escaping('non-ASCII text and < > & \' " + ` as \\uXXXX in upper case', `<>&'+\`${beyondPrintable}`, {
      ...upper,
      short: shortButQuote,
    }),
  },
  {
    ...shallow,
    name: 'gson',
    typicalOf: 'Java with Gson',
    escaping: escaping("< > & = ' U+2028 and U+2029 escaped", `<>&='${lineSeparators}`),
  },
  {
    ...deep,
    name: 'jackson',
    typicalOf: 'Java with Jackson; Erlang and Elixir',
    escaping: escaping('control characters as \\uXXXX in upper case', '', upper),
  },
  {
    ...deep,
    name: 'ascii-upper',
    typicalOf: 'Java with Jackson and ESCAPE_NON_ASCII; python-rapidjson',
    escaping: escaping('non-ASCII text as \\uXXXX in upper case', beyondAscii, upper),
  },
  {
    ...shallow,
    name: 'dotnet-relaxed',
    typicalOf: 'C# with System.Text.Json and UnsafeRelaxedJsonEscaping',
    escaping: escaping('emoji, spaces but U+0020 and unassigned characters as \\uXXXX in upper case', '', {
      ...upper,
      pattern: /["\\]|[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{10000}-\u{10ffff}]|(?! )\p{Zs}/gu,
    }),
  },
  {
    ...deep,
    name: 'go-old',
    typicalOf: 'Go json.Marshal before Go 1.22',
    escaping: escaping(
      '< > & U+2028 and U+2029 escaped, backspace and form feed as \\u0008 and \\u000c',
      `<>&${lineSeparators}`,
      { short: shortOfOldGo },
    ),
  },
];

const orderSentences: Readonly<Record<Dialect['order'], string>> = {
  deep: 'keys sorted at every level',
  shallow: 'keys sorted at the top level only',
};

const numberSentences: Readonly<Record<NumberStyle, string>> = {
  'as-sent': 'numbers as they were sent',
  js: 'numbers reprinted as JavaScript prints them',
  php: 'numbers reprinted as PHP prints them',
};

const dialectOf = (family: Family, order: Dialect['order'], numbers: NumberStyle): Dialect => {
  const { name, escaping, separators, typicalOf } = family;
  const ofOrder = order === family.order ? '' : `-${order}`;
  const ofNumbers = numbers === 'as-sent' ? '-as-sent' : '-reprinted';
  const spaces = separators === 'spaced' ? ', a space after every comma and colon' : '';
  const written = `${orderSentences[order]}, ${escaping.sentence}${spaces}, ${numberSentences[numbers]}`;
  return {
    name: name + ofOrder + (numbers === family.numbers ? '' : ofNumbers),
    sentence: `${written}; typical of ${typicalOf}`,
    family: name,
    ...{ order, escaping, separators, numbers },
    // What prints numbers as PHP does has decoded the body into PHP's arrays.
    emptyObject: numbers === 'php' ? '[]' : '{}',
  };
};

const dialectsOf = (family: Family): Dialect[] => {
  const orders = new Set<Dialect['order']>([family.order, 'deep', 'shallow']);
  const numberStyles = new Set<NumberStyle>([family.numbers, 'as-sent', family.reprints]);
  return [...numberStyles].flatMap((numbers) => [...orders].map((order) => dialectOf(family, order, numbers)));
};

const isPlainest = ({ name }: Dialect): boolean => name === 'minimal' || name === 'php';

const all = families.flatMap(dialectsOf);

/**
 * Every dialect that is accepted by default, the likeliest first: where several write a body alike,
 * the first one names it. The specification says only "JSON string" (section 5).
 */
export const dialects: readonly Dialect[] = [
  ...all.filter(isPlainest),
  ...all.filter((dialect) => !isPlainest(dialect)),
];

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/** The dialect of that name, or undefined. */
export const findDialect = (name: string): Dialect | undefined => byName.get(name);

/** The dialect of that name. Throws a WalletproofError that lists the names where there is none. */
export const demandDialect = (name: string): Dialect => {
  const dialect = findDialect(name);
  if (dialect !== undefined) return dialect;
  const names = dialects.map((known) => known.name).join(', ');
  throw usageError(`No dialect is called ${name}.`, `Use one of ${names}.`);
};
