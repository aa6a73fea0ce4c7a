import { type JsonNode, memberOf } from '../base/json.ts';
import { bufferOf, readText, textOf } from '../base/read-body.ts';

/** A value inside a body: its text, a number's exactly as it was written. */
interface BodyField {
  readonly kind: 'string' | 'number' | 'other';
  readonly text: string;
}

export type BodyFields =
  | {
      readonly kind: 'json';
      /** The value at a path of keys; absent where there is none. */
      readonly field: (...path: string[]) => BodyField | undefined;
    }
  | { readonly kind: 'empty' | 'too-long' | 'not-json' };

/** A body longer than this is not read: it comes from a stranger. */
const longestBody = 65_536;

/** Reads a body for showing it. Never throws, whatever it is. */
export const readBodyFields = (text: string): BodyFields => {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > longestBody) return { kind: 'too-long' };
  const body = readText(text);
  if (body.kind === 'text') return { kind: 'not-json' };
  return { kind: 'json', field: (...path) => fieldOf(nodeAt(body.node, path)) };
};

const nodeAt = (node: JsonNode, path: readonly string[]): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>((inner, name) => (inner === undefined ? undefined : memberOf(inner, name)), node);

const fieldOf = (node: JsonNode | undefined): BodyField | undefined => {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case 'number':
      return { kind: 'number', text: node.text };
    case 'string':
      return { kind: 'string', text: node.value };
    case 'array':
      return { kind: 'other', text: 'an array' };
    case 'object':
      return { kind: 'other', text: 'an object' };
    case 'boolean':
      return { kind: 'other', text: String(node.value) };
    case 'null':
      return { kind: 'other', text: 'null' };
  }
};

/** The text of a field that is of this kind; undefined where there is none. */
export const fieldText = (body: BodyFields, kind: BodyField['kind'], name: string): string | undefined => {
  const field = body.kind === 'json' ? body.field(name) : undefined;
  return field?.kind === kind ? field.text : undefined;
};

/** Bytes as text; in base64 as well where they are no UTF-8. */
export const messageBody = (bytes: Uint8Array): { readonly text: string; readonly base64?: string } => {
  const text = textOf(bytes);
  if (text !== undefined) return { text };
  const buffer = bufferOf(bytes);
  return { text: buffer.toString('utf8'), base64: buffer.toString('base64') };
};
