import type { PastedRequest } from './pasted-request.ts';
import { readCurl } from './read-curl.ts';
import { readRawRequest } from './read-raw-request.ts';

/**
 * What was pasted, by how it begins: a curl command, a raw HTTP request, else a body, without the
 * newline that an editor leaves at its end. Runs nothing and reads no file. Throws a usage error.
 */
export const readPasted = (bytes: Uint8Array): PastedRequest => {
  const text = Buffer.from(bytes).toString();
  if (isCurl(text)) return readCurl(text);
  if (isRawRequest(text)) return readRawRequest(bytes);
  return { body: withoutNewline(Buffer.from(bytes)) };
};

/** Whether it is a curl command, with or without the prompt before it. */
export const isCurl = (text: string): boolean => /^\s*(?:[$#>]\s+)?curl(?:\.exe)?\s/.test(text);

const isRawRequest = (text: string): boolean => /^\s*[A-Z]+ \S+ HTTP\/\d/.test(text);

const withoutNewline = (bytes: Buffer): Buffer => {
  const [last, beforeLast] = [bytes.at(-1), bytes.at(-2)];
  if (last !== newline) return bytes;
  return bytes.subarray(0, beforeLast === carriageReturn ? -2 : -1);
};

const newline = 10;
const carriageReturn = 13;
