import { parse } from '@humanwhocodes/momoa';
import { explainMomoa } from './explain-momoa.ts';
import type { TextPosition } from './json-error.ts';
import { JsonError } from './json-error.ts';
import type { JsonMember, JsonNode } from './json-node.ts';
import type { TextFault } from './scan-json.ts';
import { scanJson } from './scan-json.ts';

export interface ParseJsonOptions {
  /** How many objects and arrays may be inside each other; the outermost counts. */
  readonly maxDepth?: number;
}

/** Far deeper than any body of the contract, and safe for everything that recurses. */
export const defaultMaxDepth = 64;

/**
 * The tree of an RFC 8259 text: the order of keys, repeated keys and the text of numbers as they
 * stand. Throws `JsonError` for any other text, and for one nested deeper than `maxDepth`.
 */
export const parseJson = (
  text: string,
  { maxDepth = defaultMaxDepth }: ParseJsonOptions = {},
): JsonNode => {
  const scan = scanJson(text, maxDepth);
  if (scan.kind === 'fault') throw errorAt(text, scan.fault);
  try {
    return nodeOf(parse(text, { mode: 'json' }).body, text);
  } catch (error) {
    throw errorAt(text, explainMomoa(error, text, scan.open));
  }
};

type MomoaValue = ReturnType<typeof parse>['body'];
type MomoaMember = Extract<MomoaValue, { type: 'Object' }>['members'][number];

const nodeOf = (node: MomoaValue, text: string): JsonNode => {
  switch (node.type) {
    case 'Object':
      return { kind: 'object', members: node.members.map((member) => memberNode(member, text)) };
    case 'Array':
      return { kind: 'array', items: node.elements.map(({ value }) => nodeOf(value, text)) };
    case 'String':
      return { kind: 'string', value: node.value };
    case 'Boolean':
      return { kind: 'boolean', value: node.value };
    case 'Null':
      return { kind: 'null' };
    case 'Number':
      return { kind: 'number', text: text.slice(node.loc.start.offset, node.loc.end.offset) };
    default:
      // NaN, Infinity and identifiers are of JSON5.
      throw new TypeError(`JSON has no ${node.type}`);
  }
};

const memberNode = ({ name, value }: MomoaMember, text: string): JsonMember => ({
  name: name.type === 'String' ? name.value : name.name,
  value: nodeOf(value, text),
});

const errorAt = (text: string, { reason, offset }: TextFault): JsonError =>
  new JsonError(reason, positionOf(text, offset));

const positionOf = (text: string, offset: number): TextPosition => {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
};
