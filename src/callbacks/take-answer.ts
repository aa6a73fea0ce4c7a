import type { IncomingMessage } from 'node:http';
import type { Answer, Headers } from '../spec/exchange.ts';
import { decodeBody, tooLarge } from './decode-body.ts';
import { nameBrokenAnswer } from './name-failure.ts';

/** Larger answers are not taken, neither as they come nor once decoded. */
const maxAnswerBytes = 1024 * 1024;

/** Takes an answer whole: its status, its headers and its exact bytes, content coding undone. */
export const takeAnswer = async (message: IncomingMessage): Promise<Answer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      // Leaving the loop destroys the connection.
      if (size > maxAnswerBytes) return tooLarge(maxAnswerBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    return nameBrokenAnswer(error, size);
  }
  const headers = joinHeaders(message.rawHeaders);
  const decoded = decodeBody(Buffer.concat(chunks), headers['content-encoding'], maxAnswerBytes);
  if (decoded.kind === 'failed') return decoded;
  return { kind: 'answered', status: message.statusCode ?? 0, headers, body: decoded.body };
};

/** Node's list of names and values in turn; a repeated header is joined, none is dropped. */
const joinHeaders = (raw: readonly string[]): Headers => {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
};
