import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type JsonNode, memberOf, parseJson as parseNode } from '../base/json.ts';
import { type ReadValue, readValue } from '../base/read-body.ts';
import type { Quirks } from '../spec/quirks.ts';
import { describeValue } from './check-fields.ts';
import { invalid, type RefusedAnswer } from './refused.ts';

/** What came as the body of a request. `too-large` and `aborted` carry no bytes. */
export type ReceivedBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly bytes: Buffer }
  | { readonly kind: 'aborted'; readonly bytes: Buffer };

/** How much more than its limit is read of a body and thrown away, so that its sender can see the answer. */
const drained = 15 * 1024 * 1024;

const nothing = Buffer.alloc(0);

/** Whether the header Content-Length already says that the body is too large. */
export const isDeclaredTooLarge = ({ headers }: IncomingMessage, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit;

/** Reads a body of at most `limit` bytes, keeping no more; calls `done` once. */
export const receiveBody = (request: IncomingMessage, limit: number, done: (body: ReceivedBody) => void): void => {
  let chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;

  const finish = (kind: ReceivedBody['kind'], bytes: Buffer): void => {
    if (isDone) return;
    isDone = true;
    chunks = [];
    done({ kind, bytes });
  };

  if (isDeclaredTooLarge(request, limit)) finish('too-large', nothing);
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + drained) request.destroy();
    else finish('too-large', nothing);
  });
  request.on('end', () => {
    const [first = nothing] = chunks;
    finish('whole', chunks.length > 1 ? Buffer.concat(chunks, size) : first);
  });
  request.on('error', () => finish('aborted', nothing));
};

/** The JSON object of a request: its text as sent and its value. */
export interface ParsedBody {
  readonly kind: 'parsed';
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The number of a field as its text was sent, for a message; undefined where that is not known. */
export const sentNumberIn = ({ text, value }: ParsedBody, field: string): string | undefined => {
  if (typeof value[field] !== 'number' || text.length > largeBody) return undefined;
  const node = memberOf(nodeOf(text), field);
  return node?.kind === 'number' ? node.text : undefined;
};

/** A body larger than this, in characters, is not read a second time. */
const largeBody = 65_536;

/** `null` for what is nested too deep for a tree. */
const nodeOf = (text: string): JsonNode => {
  try {
    return parseNode(text);
  } catch {
    return { kind: 'null' };
  }
};

const deepest = 64;

const isJsonType = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*;?$/i;

const contentTypeProblem = (type: string | undefined): RefusedAnswer | undefined => {
  if (type === 'application/json' || (type !== undefined && isJsonType.test(type))) {
    return undefined;
  }
  return invalid({
    field: 'Content-Type',
    reason: `${givenType(type)}; send the header "Content-Type: application/json", the text in UTF-8`,
  });
};

const givenType = (type: string | undefined): string => {
  if (type === undefined) return 'it is missing';
  return type.trim() === '' ? 'it is empty' : `got ${type.slice(0, 80)}`;
};

const encodingProblem = (encoding: string | undefined): RefusedAnswer | undefined =>
  encoding === undefined || encoding.toLowerCase() === 'identity'
    ? undefined
    : invalid({ field: 'Content-Encoding', reason: 'send the body uncompressed' });

/** How large a body may be, and how a larger one is answered. */
export type BodyLimit = Pick<Quirks, 'bodyLimit' | 'bodyLimitStatus'>;

const tooLarge = ({ bodyLimit, bodyLimitStatus }: BodyLimit): RefusedAnswer => ({
  ...invalid({ field: 'body', reason: `larger than ${bodyLimit} bytes` }),
  status: Number(bodyLimitStatus),
});

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item) => isDeeperThan(item, levels - 1));
};

const malformed = (text: string): RefusedAnswer => {
  if (text.trim() === '') return invalid({ field: 'body', reason: 'empty; send a JSON object' });
  const reason = text.startsWith('\uFEFF')
    ? 'begins with a byte order mark; send the JSON object alone'
    : 'not valid JSON';
  return invalid({ field: 'body', reason });
};

const parsedOf = ({ text, value }: ReadValue): ParsedBody | RefusedAnswer => {
  if (value === undefined) return malformed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid({ field: 'body', reason: `expected an object, got ${describeValue(value)}` });
  }
  if (isDeeperThan(value, deepest)) {
    return invalid({ field: 'body', reason: `nested deeper than ${deepest} levels` });
  }
  return { kind: 'parsed', text, value: value as ParsedBody['value'] };
};

/** The JSON step: an object in UTF-8 within the limits, or why it is none. */
export const parseBody = (
  headers: IncomingHttpHeaders,
  { kind, bytes }: ReceivedBody,
  limit: BodyLimit,
): ParsedBody | RefusedAnswer => {
  const problem = contentTypeProblem(headers['content-type']) ?? encodingProblem(headers['content-encoding']);
  if (problem !== undefined) return problem;
  if (kind === 'too-large') return tooLarge(limit);
  const read = readValue(bytes);
  return read === undefined ? invalid({ field: 'body', reason: 'not valid UTF-8' }) : parsedOf(read);
};
