import type { Dialect, NumberStyle } from './canonical-form.ts';

/** Dialects that differ only in the order of nested keys and in how numbers are printed. */
export interface DialectFamily extends Pick<Dialect, 'name' | 'escaping' | 'separators'> {
  readonly typicalOf: string;
  /** The order and the numbers of the dialect that has the family's own name. */
  readonly order: Dialect['order'];
  readonly numbers: NumberStyle;
  /** How this family prints numbers anew; `as-sent` where only numbers as sent are known. */
  readonly reprints: NumberStyle;
}

const deep = {
  separators: 'compact',
  order: 'deep',
  numbers: 'as-sent',
  reprints: 'js',
} as const;
const shallow = { ...deep, order: 'shallow' } as const;
const spaced = { ...deep, separators: 'spaced', reprints: 'as-sent' } as const;
const ofPhp = { ...shallow, numbers: 'php', reprints: 'php' } as const;

/** Every family found in real serialisers that sign right, the likeliest first. */
export const dialectFamilies: readonly DialectFamily[] = [
  {
    ...deep,
    name: 'minimal',
    escaping: 'raw',
    typicalOf: 'JavaScript, Ruby, Rust, Java and most others',
  },
  {
    ...ofPhp,
    name: 'php',
    escaping: 'php',
    typicalOf: 'PHP: ksort, and json_encode without flags',
  },
  {
    ...ofPhp,
    name: 'php-unescaped',
    escaping: 'phpBoth',
    typicalOf: 'PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE; Newtonsoft.Json',
  },
  {
    ...ofPhp,
    name: 'php-unescaped-unicode',
    escaping: 'phpUnicode',
    typicalOf: 'PHP with JSON_UNESCAPED_UNICODE',
  },
  {
    ...deep,
    name: 'ascii',
    escaping: 'ascii',
    reprints: 'php',
    typicalOf: 'Python json.dumps with compact separators; PHP with JSON_UNESCAPED_SLASHES',
  },
  {
    ...spaced,
    name: 'python',
    escaping: 'python',
    typicalOf: 'Python json.dumps with its default separators',
  },
  {
    ...spaced,
    name: 'python-raw',
    escaping: 'raw',
    typicalOf: 'Python json.dumps with ensure_ascii=False and its default separators',
  },
  {
    ...deep,
    name: 'go',
    escaping: 'goNew',
    typicalOf: 'Go json.Marshal; Ruby on Rails',
  },
  {
    ...shallow,
    name: 'dotnet',
    escaping: 'stj',
    typicalOf: 'C# with System.Text.Json',
  },
  {
    ...shallow,
    name: 'gson',
    escaping: 'gson',
    typicalOf: 'Java with Gson',
  },
  {
    ...deep,
    name: 'jackson',
    escaping: 'jackson',
    typicalOf: 'Java with Jackson; Erlang and Elixir',
  },
  {
    ...deep,
    name: 'ascii-upper',
    escaping: 'asciiUpper',
    typicalOf: 'Java with Jackson and ESCAPE_NON_ASCII; python-rapidjson',
  },
  {
    ...shallow,
    name: 'dotnet-relaxed',
    escaping: 'stjRelaxed',
    typicalOf: 'C# with System.Text.Json and UnsafeRelaxedJsonEscaping',
  },
  {
    ...deep,
    name: 'go-old',
    escaping: 'go',
    typicalOf: 'Go json.Marshal before Go 1.22',
  },
];
