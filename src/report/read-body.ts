import { isUtf8 } from 'node:buffer';

/** A value inside a body: its text, a number's exactly as it was written. */
interface BodyField {
  readonly kind: 'string' | 'number' | 'other';
  readonly text: string;
}

export type Body =
  | {
      readonly kind: 'json';
      /** The value at a path of keys; absent where there is none. */
      readonly field: (...path: string[]) => BodyField | undefined;
    }
  | { readonly kind: 'empty' | 'too-long' | 'not-json' };

/** A body longer than this is not read: it comes from a stranger. */
const longestBody = 65_536;

/** Reads a body for showing it. Never throws, whatever it is. */
export const readBody = (text: string): Body => {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > longestBody) return { kind: 'too-long' };
  try {
    const value: unknown = JSON.parse(text);
    const exact: unknown = JSON.parse(withNumbersQuoted(text));
    return { kind: 'json', field: (...path) => fieldOf(at(value, path), at(exact, path)) };
  } catch {
    return { kind: 'not-json' };
  }
};

/** Strings and numbers of a JSON text; what is outside them is punctuation and three words. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON with every number as a string of its own digits: no parser can round them. */
const withNumbersQuoted = (text: string): string =>
  text.replaceAll(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`));

const fieldOf = (value: unknown, exact: unknown): BodyField | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === 'number') return { kind: 'number', text: String(exact) };
  if (typeof value === 'string') return { kind: 'string', text: value };
  if (Array.isArray(value)) return { kind: 'other', text: 'an array' };
  return { kind: 'other', text: isObject(value) ? 'an object' : String(value) };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );

/** Bytes as text; in base64 as well where they are no UTF-8. */
export const messageBody = (
  bytes: Uint8Array,
): { readonly text: string; readonly base64?: string } => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return isUtf8(buffer) ? { text } : { text, base64: buffer.toString('base64') };
};
