import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Dialect, NumberStyle } from './canonical-form.ts';
import { type DialectFamily, dialectFamilies } from './dialect-families.ts';
import { escapings } from './escaping.ts';

type KeyOrder = Dialect['order'];

const orderSentences: Readonly<Record<KeyOrder, string>> = {
  deep: 'keys sorted at every level',
  shallow: 'keys sorted at the top level only',
};

const numberSentences: Readonly<Record<NumberStyle, string>> = {
  'as-sent': 'numbers as they were sent',
  js: 'numbers reprinted as JavaScript prints them',
  php: 'numbers reprinted as PHP prints them',
};

const nameOf = (family: DialectFamily, order: KeyOrder, numbers: NumberStyle): string => {
  const ofOrder = order === family.order ? '' : `-${order}`;
  const ofNumbers = numbers === 'as-sent' ? '-as-sent' : '-reprinted';
  return family.name + ofOrder + (numbers === family.numbers ? '' : ofNumbers);
};

const sentenceOf = (family: DialectFamily, order: KeyOrder, numbers: NumberStyle): string => {
  const spaces = family.separators === 'spaced' ? ', a space after every comma and colon' : '';
  return (
    `${orderSentences[order]}, ${escapings[family.escaping].sentence}${spaces}, ` +
    `${numberSentences[numbers]}; typical of ${family.typicalOf}`
  );
};

const dialectsOf = (family: DialectFamily): Dialect[] => {
  const orders = new Set<KeyOrder>([family.order, 'deep', 'shallow']);
  const numberStyles = new Set<NumberStyle>([family.numbers, 'as-sent', family.reprints]);
  return [...numberStyles].flatMap((numbers) =>
    [...orders].map((order) => ({
      name: nameOf(family, order, numbers),
      sentence: sentenceOf(family, order, numbers),
      order,
      escaping: family.escaping,
      separators: family.separators,
      numbers,
      // What prints numbers as PHP does has decoded the body into PHP's arrays.
      emptyObject: numbers === 'php' ? '[]' : '{}',
    })),
  );
};

const isPlainest = ({ name }: Dialect): boolean => name === 'minimal' || name === 'php';

const all = dialectFamilies.flatMap(dialectsOf);

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
  throw new WalletproofError('usage', `No dialect is called ${name}.`, `Use one of ${names}.`);
};
