import type { JsonNode } from '../../base/json.ts';
import { numberText } from '../canonical-form.ts';
import { leavesOf, mapLeaves } from './trees.ts';

/** A tree with numbers as some language prints them. */
export interface Reprint {
  readonly tree: JsonNode;
  /** The first number that is printed otherwise. */
  readonly field: string;
  readonly language: string | undefined;
}

/** All numbers, or the fractions, or the amounts alone, printed as some language prints them. */
export function* reprinted(tree: JsonNode): Generator<Reprint> {
  const found = leavesOf(tree).flatMap(([path, leaf]) => (leaf.kind === 'number' ? [{ path, leaf }] : []));
  const tried = new Set<string>();
  for (const { print, scopes = everyScope, language } of numberStyles) {
    for (const isMeant of scopes) {
      const prints = found
        .filter(({ path, leaf }) => isMeant(path, leaf.text))
        .map(({ path, leaf }) => ({ path, leaf, text: print(leaf.text) }))
        .filter(({ leaf, text }) => text !== leaf.text);
      const [first] = prints;
      const key = JSON.stringify(prints.map(({ path, text }) => [path, text]));
      // Many languages print the numbers of a body alike: a look at these costs less than one at the tree.
      if (first === undefined || tried.has(key)) continue;
      tried.add(key);
      // A key may be repeated: the leaf is the name of a number, not its path.
      const texts = new Map<JsonNode, string>(prints.map(({ leaf, text }) => [leaf, text]));
      const changed = mapLeaves(tree, (leaf) => {
        const text = texts.get(leaf);
        return text === undefined ? leaf : { kind: 'number', text };
      });
      yield { tree: changed, field: first.path, language };
    }
  }
}

type IsMeant = (path: string, text: string) => boolean;

/** What a typed class has as a floating-point number; ids and counters are integers there. */
const amounts: IsMeant = (path) => /(?:^|\.)(?:bet|win|amount|balance|accumulated_win)$/u.test(path);
const fractions: IsMeant = (_path, text) => !isWhole(text);
const noIds: IsMeant = (path) => !/(?:_id|timestamp|count)$/u.test(path);
const all: IsMeant = () => true;

const everyScope = [amounts, fractions, noIds, all];

/** Writes the text of a number as some language prints it. */
type PrintNumber = (text: string) => string;

interface NumberStyle {
  readonly print: PrintNumber;
  /** Where of the languages that were measured one alone prints so. */
  readonly language?: string;
  /** The narrowest first. */
  readonly scopes?: readonly IsMeant[];
}

const isWhole = (text: string): boolean => /^-?\d+$/u.test(text);

const withFraction = (text: string): string => (isWhole(text) ? `${text}.0` : text);

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/u, '') : text);

const padded = (power: number): string => `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;

/** A double with a fraction always; without an exponent from one power of ten on and below another. */
const double =
  (from: number, to: number, scientific: (digits: string, power: number) => string): PrintNumber =>
  (text) => {
    const value = Number(text);
    if (!Number.isFinite(value)) return text;
    const [digits = '', power = ''] = value.toExponential().split('e');
    const isPlain = value === 0 || (Number(power) >= from && Number(power) < to);
    if (isPlain) return Object.is(value, -0) ? '-0.0' : withFraction(plain(text));
    return scientific(digits, Number(power));
  };

/** As printf with %g: so many digits, no zeros at the end. */
const precise =
  (most: number): PrintNumber =>
  (text) => {
    const value = Number(text);
    if (!Number.isFinite(value)) return text;
    const [digits = '', exponent = ''] = value.toExponential(most - 1).split('e');
    const power = Number(exponent);
    if (power < -4 || power >= most) return `${withoutZeros(digits)}e${padded(power)}`;
    return withoutZeros(value.toFixed(Math.min(100, Math.max(0, most - 1 - power))));
  };

/** Without an exponent. */
const plain: PrintNumber = (text) => {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (Math.abs(value) >= 1e21) return String(BigInt(value));
  const shortest = String(value);
  return shortest.includes('e') ? withoutZeros(value.toFixed(20)) : shortest;
};

const float: PrintNumber = (text) => withFraction(numberText(text, 'js'));

/** How numbers are printed where that is not how they were sent. */
const numberStyles: readonly NumberStyle[] = [
  { print: (text) => numberText(text, 'js') },
  { print: float, scopes: [amounts, fractions, noIds] },
  { print: float, scopes: [all], language: 'Gson with an untyped Map' },
  { print: (text) => withFraction(numberText(text, 'php')) },
  { print: (text) => numberText(text, 'php').replace('.0e', 'e') },
  { print: double(-4, 16, (digits, power) => `${digits}e${padded(power)}`) },
  { print: double(-3, 7, (digits, power) => `${withFraction(digits)}E${power}`), language: 'Java' },
  { print: double(-4, 16, (digits, power) => `${withFraction(digits)}e${padded(power)}`), language: 'Ruby' },
  { print: (text) => text.replace(/e\+?/iu, 'E+').replace('E+-', 'E-') },
  { print: double(-4, 15, (digits, power) => `${digits}E${padded(power)}`), language: 'C#' },
  { print: double(-4, 15, (digits, power) => `${digits}e${padded(power)}`) },
  { print: (text) => Number(text).toFixed(2) },
  { print: precise(17) },
  { print: precise(15) },
  { print: precise(14) },
  { print: (text) => precise(17)(text).replace(/e([+-])0/u, 'e$1') },
  { print: (text) => precise(17)(text).replace('e', 'E') },
  { print: (text) => numberText(text, 'js').replace('e+', 'e'), language: 'Rust' },
  { print: double(-5, 16, (digits, power) => `${digits}e${power}`), language: 'Rust' },
  { print: (text) => withFraction(plain(text)) },
  { print: plain },
];
