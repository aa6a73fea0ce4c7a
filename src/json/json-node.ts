/** JSON text as a tree that keeps what a parsed value loses: key order, repeated keys, number text. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
}

export type JsonObject = Extract<JsonNode, { kind: 'object' }>;

/** The value of a key; the last one where the key is repeated, as parsers take it. */
export const memberOf = (node: JsonNode, name: string): JsonNode | undefined =>
  node.kind === 'object' ? node.members.findLast((member) => member.name === name)?.value : undefined;

/** Compact JSON with the escapes that JSON demands and no others; numbers as their text stands. */
export const renderJson = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(renderMember).join(',')}}`;
    case 'array':
      return `[${node.items.map(renderJson).join(',')}]`;
    case 'number':
      return node.text;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(node.value);
  }
};

const renderMember = ({ name, value }: JsonMember): string => `${JSON.stringify(name)}:${renderJson(value)}`;

/** Far deeper than any body of the contract, and safe for everything that recurses. */
export const defaultMaxDepth = 64;

/**
 * The tree of a plain value: null, booleans, finite numbers (as `String` writes them), strings,
 * arrays, and objects in the order of their own keys. Throws TypeError for a value that JSON does
 * not have, RangeError for one nested deeper than 64 levels.
 */
export const toNode = (value: unknown): JsonNode => convert(value, defaultMaxDepth);

const convert = (value: unknown, levels: number): JsonNode => {
  switch (typeof value) {
    case 'string':
      return { kind: 'string', value };
    case 'boolean':
      return { kind: 'boolean', value };
    case 'number':
      return numberNode(value);
    case 'object':
      return value === null ? { kind: 'null' } : convertNested(value, levels - 1);
    default:
      throw new TypeError(`JSON has no ${typeof value}`);
  }
};

const numberNode = (value: number): JsonNode => {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  return { kind: 'number', text: String(value) };
};

const convertNested = (value: object, levels: number): JsonNode => {
  if (levels < 0) throw new RangeError(`Nested deeper than ${defaultMaxDepth} levels`);
  if (Array.isArray(value)) {
    return { kind: 'array', items: value.map((item: unknown) => convert(item, levels)) };
  }
  const members = Object.entries(value).map(([name, item]: [string, unknown]) => ({
    name,
    value: convert(item, levels),
  }));
  return { kind: 'object', members };
};
