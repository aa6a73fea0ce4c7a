import { isUtf8 } from 'node:buffer';
import type { JsonNode } from './json-node.ts';
import { JsonError, parseJson } from './parse-json.ts';

/** What the bytes of a message are. */
export type Body =
  | JsonOrText
  /** No UTF-8. */
  | { readonly kind: 'bytes' };

type JsonOrText =
  | { readonly kind: 'json'; readonly text: string; readonly node: JsonNode }
  /** `problem`: why it is no JSON, such as `unexpected end at line 1, column 8`. */
  | { readonly kind: 'text'; readonly text: string; readonly problem: string };

/** Reads the body of a message, whoever sent it. Never throws; JSON nested too deep is text. */
export const readBody = (bytes: Uint8Array): Body => {
  const text = textOf(bytes);
  return text === undefined ? { kind: 'bytes' } : readText(text);
};

/** A body that is there as text. Never throws either. */
export const readText = (text: string): JsonOrText => {
  try {
    return { kind: 'json', text, node: parseJson(text) };
  } catch (error) {
    const problem = error instanceof JsonError ? error.message : 'unreadable';
    return { kind: 'text', text, problem };
  }
};

/** Bytes as UTF-8, a byte order mark included; undefined where they are none. */
export const textOf = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : undefined;
