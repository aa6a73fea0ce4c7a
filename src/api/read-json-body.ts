import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** The largest body that is taken, in bytes. */
const limit = 1024 * 1024;

/** How much of a larger body is read and thrown away, so that its sender can see the answer. */
const drainLimit = 16 * limit;

/**
 * The JSON value of a request's body, `{}` where there is none. A Refusal for a body of another
 * type, one that is too large, and one that is no JSON.
 */
export const readJsonBody = async (request: IncomingMessage): Promise<unknown> => {
  if (!hasBody(request)) return {};
  if (!isJson(request)) throw new Refusal(415, notJsonType);
  const text = decode(await readBytes(request));
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(400, { ...notJson, message: `The body is no JSON: ${reasonOf(error)}.` });
  }
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

const readBytes = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (): void => {
      chunks = [];
      reject(new Refusal(413, tooLargeBody));
    };
    if (Number(request.headers['content-length'] ?? 0) > limit) tooLarge();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (size > drainLimit) request.destroy();
      else tooLarge();
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new Refusal(400, { ...notJson, message: 'The body broke off.' })));
  });

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, { ...notJson, message: 'The body is not UTF-8.' });
  }
};

/** Why it is no JSON, without what V8 quotes of it. */
const reasonOf = (error: unknown): string =>
  /at position \d+/.exec(String(error))?.[0] ?? 'it ends too early, or begins wrongly';

const notJson = {
  error: 'invalid_json',
  remedy: 'Send one JSON object in UTF-8.',
} as const;

const notJsonType = {
  error: 'unsupported_media_type',
  message: 'Only JSON is taken.',
  remedy: 'Send the header Content-Type: application/json.',
} as const;

const tooLargeBody = {
  error: 'too_large',
  message: 'The body is larger than 1 MiB.',
  remedy: 'Send less at once.',
} as const;
