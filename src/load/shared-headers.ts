import type { Headers } from '../spec/exchange.ts';
import { joinHeaders } from '../wire/send-once.ts';

/** The headers of an answer from undici's list of names and values in turn. */
export type ReadHeaders = (raw: readonly Uint8Array[]) => Headers;

/**
 * Agents write the same headers again and again: where the bytes are those of one of the last answers,
 * its headers are given once more.
 */
export const createHeadersReader = (): ReadHeaders => {
  const known: Known[] = [];
  return (raw) => {
    const bytes = blockOf(raw);
    if (bytes === undefined) return parse(raw);
    for (const each of known) if (Buffer.compare(each.bytes, bytes) === 0) return each.headers;
    const headers = parse(raw);
    if (known.length >= mostKnown) known.shift();
    known.push({ bytes: Buffer.from(bytes), headers });
    return headers;
  };
};

/** As many lengths of an answer come in turn. */
const mostKnown = 4;

interface Known {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/**
 * From the first name to the last value, where all of them stand in one piece that was read. Small
 * pieces that Node puts together share a pool, in which other bytes may stand between.
 */
const blockOf = (raw: readonly Uint8Array[]): Uint8Array | undefined => {
  const [first, last] = [raw[0], raw.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { buffer, byteOffset } = first;
  if (buffer.byteLength === Buffer.poolSize) return undefined;
  for (const piece of raw) if (piece.buffer !== buffer) return undefined;
  return new Uint8Array(buffer, byteOffset, last.byteOffset + last.length - byteOffset);
};

const parse = (raw: readonly Uint8Array[]): Headers => joinHeaders(raw.map(latin1));

const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');
