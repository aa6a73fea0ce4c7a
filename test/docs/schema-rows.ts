import { code, prose } from './markdown-parts.ts';

/** What the reference pages read of a JSON Schema. */
export interface SchemaPart {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  /** What every key of a mapping holds, where its keys are free. */
  readonly additionalProperties?: SchemaPart | boolean;
  readonly anyOf?: readonly SchemaPart[];
  readonly items?: SchemaPart;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
}

export const head = ['key', 'value', 'when left out', 'what it says'];

/** A row for each key inside a value, and for those inside of them: `freespins.played`. */
export const rowsOf = (part: SchemaPart, place = ''): string[][] => {
  const inner = Object.entries(part.properties ?? {}).flatMap(([key, value]) => [
    rowOf(`${place}${key}`, value, part.required?.includes(key) ?? false),
    ...(isStep(value) ? [] : rowsOf(value, `${place}${key}.`)),
    ...rowsOf(value.items ?? {}, `${place}${key}[].`),
  ]);
  return [...inner, ...(part.anyOf ?? []).flatMap((branch) => rowsOf(branch, place))];
};

/** Steps have a chapter of their own each. */
const isStep = ({ $ref, items }: SchemaPart): boolean => ($ref ?? items?.$ref) !== undefined;

export const rowOf = (key: string, part: SchemaPart, isRequired: boolean): string[] => [
  code(key),
  typeOf(part),
  isRequired && part.default === undefined ? '**needed**' : defaultOf(part),
  prose(part.description ?? ''),
];

const defaultOf = ({ default: value }: SchemaPart): string =>
  value === undefined ? '' : code(typeof value === 'string' ? value : JSON.stringify(value));

/** Longer lists are in the chapter of values. */
const mostValues = 11;

const typeOf = (part: SchemaPart): string => {
  const { anyOf, const: only, enum: values = [] } = part;
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(', or ');
  if (only !== undefined) return code(String(only));
  if (values.length > 0 && values.length <= mostValues) {
    return values.map((value) => code(String(value))).join(', ');
  }
  if (isStep(part)) return part.items === undefined ? 'a step' : 'a list of steps';
  if (part.type === 'array') return listOf(part.items);
  return mappingOf(part) ?? words[part.type ?? ''] ?? 'any value';
};

const listOf = (items: SchemaPart = {}): string => `a list of ${manyOf(items)}`;

const manyOf = ({ type, properties, anyOf, $ref }: SchemaPart): string => {
  if (type === undefined && anyOf === undefined && $ref === undefined) return 'any values';
  if (anyOf?.some((each) => each.type === 'array')) return 'lists, or to mappings';
  if (type === 'integer') return 'whole numbers';
  if (type === 'string') return 'texts';
  return properties === undefined ? 'amounts' : 'mappings';
};

/** A mapping whose keys are free. */
const mappingOf = ({ additionalProperties: values }: SchemaPart): string | undefined =>
  typeof values === 'object' ? `a mapping to ${manyOf(values)}` : undefined;

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  object: 'a mapping',
  null: '`null`',
};
