import { isUtf8 } from 'node:buffer';
import { JsonError, type JsonNode, parseJson } from './json.ts';

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

/** The same bytes as a Buffer; nothing is copied. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes as UTF-8, a byte order mark included; undefined where they are none. */
export const textOf = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? bufferOf(bytes).toString('utf8') : undefined;

/** The text of a body, and its value; no value where it is no JSON. */
export interface ReadValue {
  readonly text: string;
  /** Nobody changes it: others read the same. Undefined is the value of no JSON text. */
  readonly value: unknown;
}

interface LastRead {
  readonly bytes: Uint8Array;
  readonly read: ReadValue | undefined;
}

let last: LastRead | undefined;

/**
 * What JSON.parse makes of a body; undefined where the bytes are no UTF-8. The same bytes read again
 * at once, as the platform, the judges of requests and the log do, cost nothing: a twentieth of what
 * a request costs.
 */
export const readValue = (bytes: Uint8Array): ReadValue | undefined => {
  if (last?.bytes !== bytes) last = { bytes, read: readBytes(bytes) };
  return last.read;
};

const readBytes = (bytes: Uint8Array): ReadValue | undefined => {
  const text = textOf(bytes);
  return text === undefined ? undefined : { text, value: parsed(text) };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
