import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { memberOf, parseJson as parseNode } from '../base/json.ts';
import { readValue } from '../base/read-body.ts';
import type { Quirks } from '../spec/quirks.ts';
import { invalid, type RefusedAnswer } from './answer.ts';
import { describeValue } from './check-fields.ts';

/** What came as the body of a request. `too-large` and `aborted` carry no bytes. */
export interface ReceivedBody {
  readonly kind: 'whole' | 'too-large' | 'aborted';
  readonly bytes: Buffer;
}

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

const isJsonType = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*;?$/i;

const deepest = 64;

/** The JSON step: an object in UTF-8 within the limits, or why it is none. */
export const parseBody = (
  headers: IncomingHttpHeaders,
  { kind, bytes }: ReceivedBody,
  { bodyLimit, bodyLimitStatus }: Pick<Quirks, 'bodyLimit' | 'bodyLimitStatus'>,
): ParsedBody | RefusedAnswer => {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  if (type === undefined || !isJsonType.test(type)) return wrongType(type);
  if (encoding.toLowerCase() !== 'identity') {
    return invalid({ field: 'Content-Encoding', reason: 'send the body uncompressed' });
  }
  if (kind === 'too-large') {
    return { ...wrongBody(`larger than ${bodyLimit} bytes`), status: Number(bodyLimitStatus) };
  }
  const read = readValue(bytes);
  if (read === undefined) return wrongBody('not valid UTF-8');
  const { text, value } = read;
  if (value === undefined) return wrongBody(malformedReason(text));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrongBody(`expected an object, got ${describeValue(value)}`);
  }
  if (isDeeperThan(value, deepest)) return wrongBody(`nested deeper than ${deepest} levels`);
  return { kind: 'parsed', text, value: value as ParsedBody['value'] };
};

const wrongType = (type: string | undefined): RefusedAnswer => {
  const given = type === undefined ? 'it is missing' : type.trim() === '' ? 'it is empty' : `got ${type.slice(0, 80)}`;
  const reason = `${given}; send the header "Content-Type: application/json", the text in UTF-8`;
  return invalid({ field: 'Content-Type', reason });
};

const malformedReason = (text: string): string => {
  if (text.trim() === '') return 'empty; send a JSON object';
  return text.startsWith('\uFEFF') ? 'begins with a byte order mark; send the JSON object alone' : 'not valid JSON';
};

const wrongBody = (reason: string): RefusedAnswer => invalid({ field: 'body', reason });

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
};

/** A body larger than this, in characters, is not read a second time. */
const largeBody = 65_536;

/** The number of a field as its text was sent, for a message; undefined where that is not known. */
export const sentNumberIn = ({ text, value }: ParsedBody, field: string): string | undefined => {
  if (typeof value[field] !== 'number' || text.length > largeBody) return undefined;
  try {
    const node = memberOf(parseNode(text), field);
    return node?.kind === 'number' ? node.text : undefined;
  } catch {
    // Nested too deep for a tree.
    return undefined;
  }
};
