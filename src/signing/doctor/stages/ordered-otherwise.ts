import type { JsonNode } from '../../../base/json.ts';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { Attempt, Stage } from '../situation.ts';
import { type CompareMembers, compareValues, type Depth, orderNode } from '../trees.ts';

interface OtherOrder {
  readonly mistake: MistakeCode;
  readonly compare?: CompareMembers;
  readonly depths?: readonly Depth[];
}

/** The order of Java's HashMap with that many buckets, a power of two. */
const javaHashOrder =
  (buckets: number): CompareMembers =>
  ({ name: one }, { name: other }) =>
    (hashOf(one) & (buckets - 1)) - (hashOf(other) & (buckets - 1));

const hashOf = (text: string): number => {
  let hash = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(unit)) | 0;
  }
  return hash ^ (hash >>> 16);
};

const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,9})$/u.test(name);

const rank = (one: number, other: number): number => one - other;

const byText = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** As JavaScript's objects: keys that look like integers come first, as numbers. */
const indexFirst: CompareMembers = ({ name: one }, { name: other }) =>
  rank(Number(isIndex(other)), Number(isIndex(one))) ||
  (isIndex(one) ? rank(Number(one), Number(other)) : byText(one, other));

/** As ksort of PHP 8: integer keys are compared as numbers where both are, else as text. */
const phpKeys: CompareMembers = ({ name: one }, { name: other }) =>
  isIndex(one) && isIndex(other) ? rank(Number(one), Number(other)) : byText(one, other);

const codePoints = (text: string): string =>
  Array.from(text, (char) => String(char.codePointAt(0)).padStart(8, '0')).join('');

const orders: readonly OtherOrder[] = [
  { mistake: 'sorted-descending', compare: (one, other) => byText(other.name, one.name) },
  { mistake: 'nested-only-sorted', depths: ['nested'] },
  { mistake: 'sorted-by-number', compare: indexFirst },
  { mistake: 'sorted-by-number', compare: phpKeys },
  {
    mistake: 'sorted-by-locale',
    compare: (one, other) => one.name.localeCompare(other.name, 'en'),
  },
  {
    mistake: 'sorted-by-locale',
    compare: (one, other) => byText(one.name.toLowerCase(), other.name.toLowerCase()),
  },
  {
    mistake: 'sorted-by-locale',
    compare: (one, other) => byText(codePoints(one.name), codePoints(other.name)),
  },
  { mistake: 'sorted-by-value', compare: (one, other) => compareValues(one.value, other.value) },
  ...[16, 32, 64].map(
    (buckets): OtherOrder => ({
      mistake: 'hash-order',
      compare: javaHashOrder(buckets),
    }),
  ),
];

const twice: readonly Depth[] = ['shallow', 'deep'];

/** The keys in another order than the alphabetical one. */
export const orderedOtherwise: Stage = function* ({ tree, moreTrimmed, spelling }) {
  for (const { mistake, compare, depths = twice } of orders) {
    for (const depth of depths) {
      yield* written(orderNode(tree, depth, compare), mistake);
      if (moreTrimmed === undefined) continue;
      yield* written(orderNode(moreTrimmed, depth, compare), mistake);
    }
  }
  function* written(node: JsonNode, mistake: MistakeCode): Generator<Attempt> {
    for (const subject of spelling.asOrdered(node)) yield { subject, mistake };
  }
};
