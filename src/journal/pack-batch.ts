import type { Answer, Exchange } from '../spec/exchange.ts';
import type { JournalBatch } from './journal.ts';

/**
 * A batch on its way to another thread: facts as JSON, bodies one after another in one piece of
 * memory that changes hands without being copied. What is kept is JSON already.
 */
export interface PackedBatch extends Pick<JournalBatch, 'kept'> {
  readonly facts: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Shared tails that the other side does not have yet; their numbers count on from the last. */
  readonly tails: readonly Uint8Array[];
}

interface BatchFacts extends Pick<JournalBatch, 'judgements'> {
  readonly exchanges: readonly Facts[];
}

/** An exchange without its bytes: how many there are of each, in order, and which tail follows. */
interface Facts {
  readonly exchange: Exchange;
  readonly requestLength: number;
  readonly answerLength: number;
  readonly tail?: number;
}

const none = new Uint8Array();

/** Packs batches; remembers which shared tails it has packed before. */
export const createPacking = (): ((batch: JournalBatch) => PackedBatch) => {
  const numbers = new Map<Uint8Array, number>();
  return ({ exchanges, judgements, kept }) => {
    const tails: Uint8Array[] = [];
    const numberOf = (tail: Uint8Array): number => {
      const known = numbers.get(tail);
      if (known !== undefined) return known;
      tails.push(Uint8Array.from(tail));
      numbers.set(tail, numbers.size);
      return numbers.size - 1;
    };
    const factsOf = (exchange: Exchange): Facts => {
      const tail = tailOf(exchange.answer);
      return {
        exchange: withoutBytes(exchange),
        requestLength: exchange.request.body.length,
        answerLength: bodyOf(exchange.answer).length,
        tail: tail === undefined ? undefined : numberOf(tail),
      };
    };
    const facts: BatchFacts = { exchanges: exchanges.map(factsOf), judgements };
    const pieces = exchanges.flatMap(({ request, answer }) => [request.body, bodyOf(answer)]);
    return { facts: JSON.stringify(facts), bytes: joined(pieces), tails, kept };
  };
};

const tailOf = (answer: Answer): Uint8Array | undefined =>
  answer.kind === 'answered' ? answer.sharedTail : undefined;

const bodyOf = (answer: Answer): Uint8Array => (answer.kind === 'answered' ? answer.body : none);

const withoutBytes = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, body: none },
  answer:
    exchange.answer.kind === 'failed'
      ? exchange.answer
      : {
          kind: 'answered',
          status: exchange.answer.status,
          headers: exchange.answer.headers,
          body: none,
        },
});

const joined = (pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
};

/** Unpacks what was packed, in the order in which it was packed. */
export const createUnpacking = (): ((packed: PackedBatch) => JournalBatch) => {
  const known: Uint8Array[] = [];
  return ({ facts, bytes, tails, kept }) => {
    known.push(...tails);
    let offset = 0;
    const take = (length: number): Uint8Array => {
      offset += length;
      return bytes.subarray(offset - length, offset);
    };
    const exchangeOf = ({ exchange, requestLength, answerLength, tail }: Facts): Exchange => {
      const request = { ...exchange.request, body: take(requestLength) };
      const answer = withBytes(exchange.answer, take(answerLength), known[tail ?? -1]);
      return { ...exchange, request, answer };
    };
    const { exchanges, judgements } = JSON.parse(facts) as BatchFacts;
    return { exchanges: exchanges.map(exchangeOf), judgements, kept };
  };
};

const withBytes = (
  answer: Answer,
  body: Uint8Array,
  sharedTail: Uint8Array | undefined,
): Answer => {
  if (answer.kind === 'failed') return answer;
  return sharedTail === undefined ? { ...answer, body } : { ...answer, body, sharedTail };
};
