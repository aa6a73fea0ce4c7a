import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { JournalRow } from './journal.ts';
import { splitLines, unpackPieces } from './pack-batch.ts';
import { exchangeOf, idOf, type RowKeys } from './row-text.ts';

/** A batch of exchanges as the file has it, read as far as it is asked for. */
export interface Block {
  readonly first: number;
  readonly last: number;
  /** The exchange at a place of it, and what was judged of it then. */
  row(seq: number): JournalRow;
  /** The id of the exchange there. */
  idAt(seq: number): string;
  /** Whether a text is anywhere in it: for sure not, or perhaps. */
  mayHold(needle: Needle): boolean;
  /** Characters of text that are looked through. */
  readonly characters: number;
}

/** A text that is looked for. */
export interface Needle {
  /** In lower case, of printable ASCII. */
  readonly text: string;
  /** The shared bodies that were looked at for it. */
  readonly bodies: Map<number, LookedAt>;
}

interface LookedAt {
  readonly holds: boolean;
  /** Where the text may end that begins in what stands before the body. */
  readonly start: string;
}

/** Reads blocks; the last one is kept: places are mostly asked for in their order. */
export const createBlockReader = (database: Database): ((seq: number) => Block | undefined) => {
  const select = database.prepare<[number], BlockHead>(
    `SELECT first, count, keys, bytes, shared FROM blocks WHERE first <= ?
     ORDER BY first DESC LIMIT 1`,
  );
  const selectRest = database.prepare<[number], BlockRest>('SELECT rest, judgements FROM blocks WHERE first = ?');
  const bodies = createBodies(database);
  let known: Block | undefined;
  return (seq) => {
    if (known !== undefined && seq >= known.first && seq <= known.last) return known;
    const head = select.get(seq);
    if (head === undefined || seq >= head.first + head.count) return undefined;
    known = blockOf(head, () => selectRest.get(head.first), bodies);
    return known;
  };
};

/** What text is looked for in; the rest stands behind it and is read apart. */
interface BlockHead {
  readonly first: number;
  readonly count: number;
  readonly keys: string;
  readonly bytes: Buffer;
  readonly shared: string | null;
}

interface BlockRest {
  readonly rest: string;
  readonly judgements: string | null;
}

type Bodies = ReturnType<typeof createBodies>;

const blockOf = (head: BlockHead, readRest: () => BlockRest | undefined, bodies: Bodies): Block => {
  const { first, count } = head;
  const shared = once(() => JSON.parse(head.shared ?? '[]') as (number | null)[]);
  const keys = once(() => JSON.parse(head.keys) as RowKeys[]);
  const pieces = once(() => unpackPieces(head.bytes, 2 * count));
  const rest = once(() => linesOf(readRest()));
  return {
    first,
    last: first + count - 1,
    row: (seq) => {
      const index = seq - first;
      const [requestBody = none, own = none] = pieces().slice(2 * index, 2 * index + 2);
      const exchange = exchangeOf({
        keys: keys()[index] ?? [],
        rest: JSON.parse(rest().rest[index] ?? '{}'),
        requestBody,
        answerBody: bodies.whole(own, shared()[index] ?? null),
      });
      const judgement = JSON.parse(rest().judgements[index] ?? 'null') as ExchangeJudgement | null;
      return judgement === null ? { seq, exchange } : { seq, exchange, judgement };
    },
    idAt: (seq) => idOf(keys()[seq - first]),
    mayHold: (needle) => {
      const { text } = needle;
      const written = JSON.stringify(text).slice(1, -1);
      return (
        head.keys.toLowerCase().includes(written) ||
        bodiesMayHold(head.bytes.subarray(8 * count), text) ||
        shared().some((id, index) => {
          if (id === null) return false;
          return bodies.mayHold(id, pieces()[2 * index + 1] ?? none, needle);
        })
      );
    },
    characters: head.keys.length + head.bytes.length,
  };
};

/** Byte for byte, which is five times as fast as character for character. */
const bodiesMayHold = (bytes: Buffer, text: string): boolean =>
  bytes.toString('latin1').toLowerCase().includes(text) || smallAsAscii.some((each) => bytes.includes(each));

/** The characters that are of ASCII in lower case alone: the Kelvin sign, and I with a dot. */
const smallAsAscii = ['\u212a', '\u0130'];

const none = new Uint8Array();

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const linesOf = (found: BlockRest | undefined) => ({
  rest: splitLines(found?.rest ?? '[]'),
  judgements: splitLines(found?.judgements ?? '[]'),
});

/** Bodies that many exchanges share. */
const createBodies = (database: Database) => {
  const select = database.prepare<[number], Uint8Array>('SELECT body FROM bodies WHERE id = ?').pluck();
  const read = (id: number): Uint8Array => select.get(id) ?? none;
  return {
    /** Of an answer that has bytes of its own and ends with a shared body. */
    whole: (own: Uint8Array, id: number | null): Uint8Array => {
      if (id === null) return own;
      return own.length === 0 ? read(id) : Buffer.concat([own, read(id)]);
    },
    /** Whether text may be in it, or where the answer's own bytes meet it. */
    mayHold: (id: number, own: Uint8Array, { text, bodies }: Needle): boolean => {
      const shared = bodies.get(id) ?? lookedAt(lowerText(read(id)), text);
      bodies.set(id, shared);
      if (shared.holds) return true;
      // A character of printable ASCII was up to three bytes: the Kelvin sign is a K, too.
      return (lowerText(own.subarray(-3 * text.length)) + shared.start).includes(text);
    },
  };
};

const lookedAt = (body: string, text: string): LookedAt => ({
  holds: body.includes(text),
  start: body.slice(0, text.length),
});

const lowerText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().toLowerCase();
