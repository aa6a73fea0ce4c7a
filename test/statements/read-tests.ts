import { type CallExpression, type Expression, type Node, parseSync, type TemplateLiteral } from '@swc/core';

/** A test as its file writes it. */
export interface WrittenTest {
  /** The titles around it and its own, a space between them; `%s` and `$name` of a table unfilled. */
  readonly name: string;
  /** False where it, or what it stands in, is skipped, only planned, or hides all others. */
  readonly isOrdinary: boolean;
  /** The strings and numbers that stand in its table, as text; empty where it has none. */
  readonly rows: ReadonlySet<string>;
}

/** What stands around a call. */
interface Around {
  readonly titles: readonly string[];
  readonly isOrdinary: boolean;
}

/** Every test of a file that ends so, in its order. A title, or a part of one, that is no literal is written `{}`. */
export const readTests = (source: string, ending: 'ts' | 'tsx' = 'ts'): WrittenTest[] => {
  const tests: WrittenTest[] = [];
  const look = (value: unknown, around: Around): void => {
    const titled = isCall(value) ? titledOf(value) : undefined;
    if (titled === undefined) {
      for (const child of childrenOf(value)) look(child, around);
    } else take(titled, around);
  };
  const take = ({ base, modifiers, title, table, rest }: Titled, around: Around): void => {
    const titles = [...around.titles, title];
    const isOrdinary = around.isOrdinary && isPlain(base, modifiers);
    if (groups.has(base)) look(rest, { titles, isOrdinary });
    else tests.push({ name: titles.join(' '), isOrdinary, rows: literalsOf(table) });
  };
  look(parseSync(source, { syntax: 'typescript', tsx: ending === 'tsx', target: 'es2022' }), {
    titles: [],
    isOrdinary: true,
  });
  return tests;
};

const groups: ReadonlySet<string> = new Set(['describe', 'fdescribe', 'xdescribe']);
const calls: ReadonlySet<string> = new Set([...groups, 'it', 'test', 'fit', 'xit', 'xtest']);

/** `it`, `it.each` and the like run with all others; `xit`, `it.skip`, `it.only` do not. */
const isPlain = (base: string, modifiers: readonly string[]): boolean =>
  ['describe', 'it', 'test'].includes(base) &&
  modifiers.every((modifier) => modifier === 'each' || modifier === 'concurrent');

const isCall = (value: unknown): value is CallExpression =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'CallExpression';

/** A call of describe, it or test, taken apart. */
interface Titled extends Called {
  readonly title: string;
  readonly rest: unknown;
}

const titledOf = ({ callee, arguments: given }: CallExpression): Titled | undefined => {
  const called = callee.type === 'Super' || callee.type === 'Import' ? undefined : calledOf(callee);
  const [title, ...rest] = given;
  if (called === undefined || title === undefined || !calls.has(called.base)) return undefined;
  return { ...called, title: titleOf(title.expression), rest };
};

/** `it.each(table)`: the base `it`, the modifier `each`, and the table. */
interface Called {
  readonly base: string;
  readonly modifiers: readonly string[];
  readonly table: unknown;
}

const calledOf = (callee: Expression): Called | undefined => {
  switch (callee.type) {
    case 'Identifier':
      return { base: callee.value, modifiers: [], table: undefined };
    case 'MemberExpression': {
      const called = calledOf(callee.object as Expression);
      if (called === undefined || callee.property.type !== 'Identifier') return undefined;
      return { ...called, modifiers: [...called.modifiers, callee.property.value] };
    }
    case 'CallExpression':
      return isEach(callee) ? withTable(calledOf(callee.callee as Expression), callee) : undefined;
    case 'TaggedTemplateExpression':
      return withTable(calledOf(callee.tag), callee.template);
    default:
      return undefined;
  }
};

/** So that `describe('…')` itself is not taken for what makes a title. */
const isEach = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.value === 'each';

const withTable = (called: Called | undefined, table: unknown): Called | undefined =>
  called === undefined ? undefined : { ...called, table };

const unfilled = '{}';

const titleOf = (title: Expression): string => {
  if (title.type === 'StringLiteral') return title.value;
  return title.type === 'TemplateLiteral' ? templateOf(title as TemplateLiteral) : unfilled;
};

const templateOf = ({ quasis }: TemplateLiteral): string =>
  quasis.map(({ cooked, raw }) => cooked ?? raw).join(unfilled);

const literalsOf = (table: unknown): ReadonlySet<string> => {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (isLiteral(value)) found.add(String(value.value));
    for (const child of childrenOf(value)) look(child);
  };
  look(table);
  return found;
};

const isLiteral = (value: unknown): value is { readonly value: string | number } =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'StringLiteral' || value.type === 'NumericLiteral');

const childrenOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value : Object.values(value as Node);
};
