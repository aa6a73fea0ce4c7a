import type { JsonNode } from './json-node.ts';
import { defaultMaxDepth } from './parse-json.ts';

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
