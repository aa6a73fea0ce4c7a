import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import type { JournalBatch } from './journal.ts';
import { keysOf, restOf } from './row-text.ts';

/**
 * A batch on its way to another thread, as the file keeps it: that thread reads the keys alone. What
 * is kept is JSON already.
 */
export interface PackedBatch extends Pick<JournalBatch, 'kept'> {
  /** The number of its exchanges. */
  readonly count: number;
  /** JSON: an array of RowKeys. */
  readonly keys: string;
  /** What else is known of each, as `joinLines` makes it. */
  readonly rest: string;
  /** The sizes of the two bodies of each exchange, as `writeSizes` has them, and then the bodies. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The shared tail behind the answer of each, by its number; -1: none. Absent where none has one. */
  readonly tailNumbers?: readonly number[];
  /** Shared tails that the other side does not have yet; their numbers count on from the last. */
  readonly tails: readonly Uint8Array[];
  /** JSON: an array of JudgedKeys. */
  readonly judged: string;
  /** The judgements, as `joinLines` makes them. */
  readonly judgements: string;
}

/** The exchange that was judged, and its verdict. */
export type JudgedKeys = readonly [exchangeId: string, verdict: string];

/** A JSON array, a line a value: no JSON has a line feed in it, so it is cut without being parsed. */
export const joinLines = (lines: readonly string[]): string => `[${lines.join(',\n')}]`;

/** The texts of the values. */
export const splitLines = (text: string): string[] => (text === '[]' ? [] : text.slice(1, -1).split(',\n'));

const none = new Uint8Array();

/** Packs batches; remembers which shared tails it has packed before. */
export const createPacking = (): ((batch: JournalBatch) => PackedBatch) => {
  const numbers = new Map<Uint8Array, number>();
  return ({ exchanges, judgements, kept }) => {
    const tails: Uint8Array[] = [];
    const numberOf = ({ answer }: Exchange): number => {
      const tail = tailOf(answer);
      if (tail === undefined) return -1;
      const known = numbers.get(tail);
      if (known !== undefined) return known;
      tails.push(Uint8Array.from(tail));
      numbers.set(tail, numbers.size);
      return numbers.size - 1;
    };
    const hasTails = exchanges.some(({ answer }) => tailOf(answer) !== undefined);
    return {
      count: exchanges.length,
      keys: JSON.stringify(exchanges.map(keysOf)),
      rest: joinLines(exchanges.map((exchange) => JSON.stringify(restOf(exchange)))),
      bytes: packBodies(exchanges),
      ...(hasTails ? { tailNumbers: exchanges.map(numberOf) } : {}),
      tails,
      ...packJudgements(judgements),
      kept,
    };
  };
};

const packJudgements = (judgements: readonly ExchangeJudgement[]) => ({
  judged: JSON.stringify(judgements.map(({ exchangeId, verdict }) => [exchangeId, verdict])),
  judgements: joinLines(judgements.map((judgement) => JSON.stringify(judgement))),
});

const tailOf = (answer: Answer): Uint8Array | undefined => (answer.kind === 'answered' ? answer.sharedTail : undefined);

const bodyOf = (answer: Answer): Uint8Array => (answer.kind === 'answered' ? answer.body : none);

const packBodies = (exchanges: readonly Exchange[]): Uint8Array<ArrayBuffer> => {
  const pieces: Uint8Array[] = [];
  for (const { request, answer } of exchanges) pieces.push(request.body, bodyOf(answer));
  return packPieces(pieces);
};

/** The size of each piece in four bytes, the lowest first, and then all of them. */
export const packPieces = (pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  let offset = 4 * pieces.length;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, offset));
  const sizes = new DataView(bytes.buffer);
  for (const [index, piece] of pieces.entries()) {
    sizes.setUint32(4 * index, piece.length, true);
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
};

/** The pieces that were packed. */
export const unpackPieces = (bytes: Uint8Array, count: number): Uint8Array[] => {
  const sizes = new DataView(bytes.buffer, bytes.byteOffset);
  let offset = 4 * count;
  return Array.from({ length: count }, (_, index) => {
    const size = sizes.getUint32(4 * index, true);
    offset += size;
    return bytes.subarray(offset - size, offset);
  });
};
