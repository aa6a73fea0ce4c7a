import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { columnNames, columns, restOf } from './columns.ts';

/** What is written together, on its way to another thread. */
export interface WrittenBatch {
  /** JSON: an array of PackedRow. */
  readonly rows: string;
  /** The bodies of requests and answers, one after another. */
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** JSON: an array of judgements, in the order in which they were made. */
  readonly judgements: string;
  /** JSON: what changed in what is kept; absent where nothing did. */
  readonly kept?: string | undefined;
}

/** The columns of an exchange, what else is known of it, and the sizes of its two bodies. */
export type PackedRow = readonly [
  columns: readonly (string | number | null)[],
  rest: object,
  sizes: readonly [request: number, answer: number],
];

export const packBatch = (exchanges: readonly Exchange[], judgements: readonly ExchangeJudgement[]): WrittenBatch => {
  const pieces = exchanges.map(({ request, answer }) => [request.body, bodyOf(answer)] as const);
  const bodies = new Uint8Array(pieces.flat().reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces.flat()) {
    bodies.set(piece, at);
    at += piece.length;
  }
  const rows = exchanges.map((exchange, index) => [
    columnNames.map((name) => columns[name](exchange)),
    restOf(exchange),
    pieces[index]?.map(({ length }) => length),
  ]);
  return { rows: JSON.stringify(rows), bodies, judgements: JSON.stringify(judgements) };
};

const bodyOf = (answer: Answer): Uint8Array => (answer.kind === 'answered' ? answer.body : new Uint8Array());

/** How large a file may become. */
export interface FileBounds {
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** The oldest go as well where the file and its log need more bytes than this. */
  readonly maxBytes: number;
}

/** Bytes of the log from which on it is brought into the file; and of exchanges that are written together, unless one alone is larger. */
export const mostLogBytes = ({ maxBytes }: Pick<FileBounds, 'maxBytes'>): number =>
  Math.min(4 * 1024 * 1024, maxBytes / 16);
