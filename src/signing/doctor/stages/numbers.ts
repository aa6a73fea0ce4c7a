import type { JsonNode } from '../../../base/json.ts';
import { numberText } from '../../canonical-form.ts';
import type { Stage } from '../situation.ts';
import { createSpelling, mapLeaves } from '../trees.ts';

/** All numbers, or the fractions, or the amounts alone, printed as some language prints them. */
export const numbers: Stage = function* ({ tree, dialects, quote }) {
  const asPrinted = dialects.map((dialect) => ({ ...dialect, numbers: 'as-sent' as const }));
  const spelling = createSpelling(asPrinted, quote);
  const tried = new Set<string>();
  for (const prints of printsOf(numbersOf(tree))) {
    const [changed] = prints;
    const key = JSON.stringify(prints.map(({ path, text }) => [path, text]));
    // Many languages print the numbers of a body alike: a look at these costs less than one at the tree.
    if (changed === undefined || tried.has(key)) continue;
    tried.add(key);
    for (const subject of spelling.sorted(withPrints(tree, prints))) {
      yield { subject, mistake: 'number-format', field: changed.path };
    }
  }
};

interface FoundNumber {
  readonly path: string;
  /** That of the tree: a key may be repeated, so that a path is no name for it. */
  readonly leaf: JsonNode;
  readonly text: string;
}

const numbersOf = (tree: JsonNode): readonly FoundNumber[] => {
  const found: FoundNumber[] = [];
  mapLeaves(tree, (leaf, path) => {
    if (leaf.kind === 'number') found.push({ path, leaf, text: leaf.text });
    return leaf;
  });
  return found;
};

/** What a typed class has as a floating-point number; ids and counters are integers there. */
const amounts = /(?:^|\.)(?:bet|win|amount|balance|accumulated_win)$/u;

const scopes: readonly ((path: string) => boolean)[] = [
  () => true,
  (path) => !/(?:_id|timestamp|count)$/u.test(path),
  (path) => amounts.test(path),
];

/** The numbers that are printed otherwise, in each style and scope. */
function* printsOf(found: readonly FoundNumber[]): Generator<readonly FoundNumber[]> {
  const inScopes = scopes.map((isMeant) => found.filter(({ path }) => isMeant(path)));
  for (const print of numberStyles) {
    for (const meant of inScopes) {
      const printed = meant.map((number) => ({ ...number, text: print(number.text) }));
      yield printed.filter(({ text }, index) => text !== meant[index]?.text);
    }
  }
}

const withPrints = (tree: JsonNode, prints: readonly FoundNumber[]): JsonNode => {
  const texts = new Map(prints.map(({ leaf, text }) => [leaf, text]));
  return mapLeaves(tree, (leaf) => {
    const text = texts.get(leaf);
    return text === undefined ? leaf : { kind: 'number', text };
  });
};

/** Writes the text of a number as some language prints it. */
type PrintNumber = (text: string) => string;

/** How numbers are printed where that is not how they were sent. */
const numberStyles: readonly PrintNumber[] = [
  (text) => numberText(text, 'js'),
  (text) => numberText(text, 'php'),
  (text) => withFraction(numberText(text, 'js')),
  (text) => (isWhole(text) ? text : withFraction(numberText(text, 'js'))),
  (text) => withFraction(numberText(text, 'php')),
  (text) => numberText(text, 'php').replace('.0e', 'e'),
  (text) => python(text),
  (text) => (isWhole(text) ? text : python(text)),
  (text) => exponent(text, { from: -4, to: 16, join: (mantissa, power) => `${mantissa}e${signed(power)}` }),
  (text) =>
    exponent(text, {
      from: -3,
      to: 7,
      join: (mantissa, power) => `${withFraction(mantissa)}E${power}`,
    }),
  (text) =>
    isWhole(text)
      ? text
      : exponent(text, {
          from: -3,
          to: 7,
          join: (mantissa, power) => `${withFraction(mantissa)}E${power}`,
        }),
  (text) =>
    exponent(text, {
      from: -4,
      to: 16,
      join: (mantissa, power) => `${withFraction(mantissa)}e${signed(power)}`,
    }),
  (text) => exponent(text, { from: -4, to: 15, join: (mantissa, power) => `${mantissa}E${signed(power)}` }),
  (text) => exponent(text, { from: -4, to: 15, join: (mantissa, power) => `${mantissa}e${signed(power)}` }),
  (text) => Number(text).toFixed(2),
  (text) => (isWhole(text) ? text : Number(text).toFixed(2)),
  ...[17, 15, 14].map(
    (digits): PrintNumber =>
      (text) =>
        precise(text, digits),
  ),
  ...[17, 15, 14].map(
    (digits): PrintNumber =>
      (text) =>
        withFraction(precise(text, digits)),
  ),
  (text) => precise(text, 17).replace(/e([+-])0/u, 'e$1'),
  (text) => precise(text, 17).replace('e', 'E'),
  (text) => numberText(text, 'js').replace('e+', 'e'),
  (text) => exponent(text, { from: -5, to: 16, join: (mantissa, power) => `${mantissa}e${power}` }),
  (text) => text.replace(/e\+?/iu, 'E+').replace('E+-', 'E-'),
  (text) => withFraction(plain(text)),
  (text) => String(Math.trunc(Number(text))),
  (text) => plain(text),
];

const isWhole = (text: string): boolean => /^-?\d+$/u.test(text);

const withFraction = (text: string): string => (isWhole(text) ? `${text}.0` : text);

const signed = (power: number): string => `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;

interface Exponents {
  /** The powers of ten from which on, and below which, no exponent is written. */
  readonly from: number;
  readonly to: number;
  readonly join: (mantissa: string, power: number) => string;
}

const exponent = (text: string, { from, to, join }: Exponents): string => {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const [mantissa = '', power = ''] = value.toExponential().split('e');
  const isPlain = value === 0 || (Number(power) >= from && Number(power) < to);
  if (isPlain) return Object.is(value, -0) ? '-0.0' : withFraction(plain(text));
  return join(mantissa, Number(power));
};

const python = (text: string): string =>
  exponent(text, { from: -4, to: 16, join: (mantissa, power) => `${mantissa}e${signed(power)}` });

/** As printf with %g: so many digits, no zeros at the end. */
const precise = (text: string, digits: number): string => {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const [mantissa = '', power = ''] = value.toExponential(digits - 1).split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/u, '') : mantissa;
  if (Number(power) < -4 || Number(power) >= digits) return `${short}e${signed(Number(power))}`;
  const fixed = value.toFixed(Math.min(100, Math.max(0, digits - 1 - Number(power))));
  return fixed.includes('.') ? fixed.replace(/\.?0+$/u, '') : fixed;
};

/** Without an exponent. */
const plain = (text: string): string => {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (Math.abs(value) >= 1e21) return String(BigInt(value));
  const shortest = String(value);
  return shortest.includes('e') ? value.toFixed(Math.min(100, 20)).replace(/\.?0+$/u, '') : shortest;
};
