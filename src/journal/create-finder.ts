import type { Database } from 'better-sqlite3';
import { type Condition, conditionsOf, verdictColumn, type WantedKeys } from './chunk-codes.ts';
import type { ChunkIndex } from './chunk-index.ts';
import { createRange } from './create-range.ts';
import type { ExchangeQuery, JournalRow } from './journal.ts';
import { createLateJudgements, type LateJudgements } from './late-judgements.ts';
import { matchesQuery, textOf } from './match-row.ts';
import { type Block, createBlockReader, type Needle } from './read-blocks.ts';
import {
  chunkOf,
  chunkSize,
  isBackwards,
  type LookIn,
  leftOf,
  mostCharacters,
  type Range,
  type Searched,
  sliceOf,
  wantedText,
} from './search-in-slices.ts';

interface FinderOptions {
  readonly index: ChunkIndex;
  /** As that of createRange. */
  readonly floor: number;
}

/** Reads exchanges by id, or by what they are about. */
export const createFinder = (database: Database, { index, floor }: FinderOptions): Searched => {
  const range = createRange(database, floor);
  const [blockAt, late] = [createBlockReader(database), createLateJudgements(database)];
  const reading: Reading = { index, range, blockAt, late };
  return {
    isOpen: () => database.open,
    range,
    seqOf: (id) => seqOf(reading, id),
    row: (seq) => rowIn(reading, blockAt(seq), seq),
    prepare: (query) => lookInto(reading, query),
  };
};

interface Reading {
  readonly index: ChunkIndex;
  readonly range: () => Range;
  readonly blockAt: (seq: number) => Block | undefined;
  readonly late: LateJudgements;
}

const rowIn = ({ late }: Reading, block: Block | undefined, seq: number): JournalRow | undefined => {
  const row = block?.row(seq);
  const judgement = row === undefined ? undefined : late.at(seq);
  return row === undefined || judgement === undefined ? row : { ...row, judgement };
};

const seqOf = (reading: Reading, id: string): number | undefined => {
  const placesIn = createPlaces(reading, { id }, true);
  const whole = reading.range();
  for (let left = whole; left.first <= left.last; ) {
    const { slice, next } = placesIn(left, whole.last);
    for (let seq = next(slice.last); seq !== undefined; seq = next(seq - 1)) {
      if (reading.blockAt(seq)?.idAt(seq) === id) return seq;
    }
    left = leftOf(left, slice.first, true);
  }
  return undefined;
};

/** What is looked for, and the block that was read last. */
interface Looking {
  readonly reading: Reading;
  readonly query: ExchangeQuery;
  readonly backwards: boolean;
  readonly text: TextMatch | undefined;
  block: Block | undefined;
}

/** What one look has come to. */
interface Sum {
  readonly found: JournalRow[];
  readonly missing: number;
  read: number;
  blocks: number;
  characters: number;
}

/** So many blocks are read, and chunks left out, before others have their turn. */
const mostBlocks = 32;
const mostChunks = 256;

const isEnough = ({ found, missing, blocks, characters }: Sum): boolean =>
  found.length === missing || blocks === mostBlocks || characters > mostCharacters;

const lookInto = (reading: Reading, query: ExchangeQuery): LookIn => {
  const backwards = isBackwards(query);
  const placesIn = createPlaces(reading, query, backwards);
  const looking: Looking = {
    ...{ reading, query, backwards, block: undefined },
    text: createTextMatch(query),
  };
  return (left, missing) => {
    const sum: Sum = { found: [], missing, read: 0, blocks: 0, characters: 0 };
    const { last } = reading.range();
    let rest = left;
    for (let count = 0; rest.first <= rest.last && count < mostChunks; count += 1) {
      const to = lookAt(looking, placesIn(rest, last), sum);
      rest = leftOf(rest, to, backwards);
      if (isEnough(sum)) break;
    }
    const { found, read } = sum;
    return { found, to: backwards ? rest.last + 1 : rest.first - 1, read };
  };
};

/** Looks at the places of a slice, and gives the last one that was looked at. */
const lookAt = (looking: Looking, { slice, next }: Places, sum: Sum): number => {
  const { backwards } = looking;
  for (let seq = next(backwards ? slice.last : slice.first); seq !== undefined; ) {
    const block = blockOf(looking, seq, sum);
    const to = block === undefined ? seq : lookInBlock(looking, { block, slice, seq }, sum);
    if (isEnough(sum)) return to;
    seq = next(backwards ? to - 1 : to + 1);
  }
  return backwards ? slice.first : slice.last;
};

const blockOf = (looking: Looking, seq: number, sum: Sum): Block | undefined => {
  const block = looking.reading.blockAt(seq);
  if (block === looking.block) return block;
  looking.block = block;
  sum.blocks += 1;
  if (looking.text !== undefined) sum.characters += block?.characters ?? 0;
  return block;
};

interface PlaceInBlock {
  readonly block: Block;
  readonly slice: Range;
  readonly seq: number;
}

/** Looks at a row, or leaves out all that are left of a block; gives the last place of these. */
const lookInBlock = (looking: Looking, { block, slice, seq }: PlaceInBlock, sum: Sum): number => {
  const { reading, query, backwards, text } = looking;
  if (text !== undefined && !text.mayBeIn(block)) {
    const end = backwards ? Math.max(block.first, slice.first) : Math.min(block.last, slice.last);
    sum.read += Math.abs(end - seq) + 1;
    return end;
  }
  const row = rowIn(reading, block, seq);
  if (row === undefined || !matchesQuery(row, query)) return seq;
  if (text === undefined) sum.found.push(row);
  else {
    const whole = textOf(row.exchange);
    sum.read += 1;
    sum.characters += whole.length;
    if (whole.toLowerCase().includes(text.text)) sum.found.push(row);
  }
  return seq;
};

interface TextMatch {
  readonly text: string;
  mayBeIn(block: Block): boolean;
}

/** Blocks are looked through as they are where letters and bytes are the same, whatever stands around them. */
const createTextMatch = (query: ExchangeQuery): TextMatch | undefined => {
  const text = wantedText(query);
  if (text === undefined) return undefined;
  if (!/^[ -~]*$/.test(text)) return { text, mayBeIn: () => true };
  const needle: Needle = { text, bodies: new Map() };
  let [known, holds]: [Block | undefined, boolean] = [undefined, false];
  const mayBeIn = (block: Block): boolean => {
    if (block !== known) [known, holds] = [block, block.mayHold(needle)];
    return holds;
  };
  return { text, mayBeIn };
};

/** Where in a slice the wanted exchanges may be. */
interface Places {
  readonly slice: Range;
  /** The first such place, from that one on in the direction of the search. */
  readonly next: (from: number) => number | undefined;
}

type PlacesIn = (rest: Range, last: number) => Places;

/** Finds places by the index, slice by slice from the near end of what is left. */
const createPlaces = ({ index, late }: Reading, wanted: WantedKeys, backwards: boolean): PlacesIn => {
  const conditions = conditionsOf(wanted);
  const others = conditions.filter(({ column }) => column !== verdictColumn);
  const lateIn = wanted.verdict === undefined ? () => nobody : late.lookFor(wanted.verdict, backwards);
  const step = backwards ? -1 : 1;
  return (rest, last) => {
    const slice = sliceOf(rest, backwards);
    const chunk = chunkOf(slice.last);
    const isIn = (seq: number): boolean => seq >= slice.first && seq <= slice.last;
    if (conditions.length === 0) return { slice, next: (seq) => (isIn(seq) ? seq : undefined) };
    const lateOnes = lateIn(slice);
    if (index.lacks(chunk, lateOnes.size === 0 ? conditions : others, last)) {
      return { slice, next: () => undefined };
    }
    const columnOf = index.columnsOf(chunk, last);
    const columns = conditions.map((condition) => columnOf(condition.column));
    const holdsAt = (seq: number): boolean =>
      conditions.every((condition, each) => {
        const isLate = condition.column === verdictColumn && lateOnes.has(seq);
        return isLate || holds(condition, columns[each]?.[seq % chunkSize] ?? 0);
      });
    const next = (from: number): number | undefined => {
      let seq = from;
      while (isIn(seq) && !holdsAt(seq)) seq += step;
      return isIn(seq) ? seq : undefined;
    };
    return { slice, next };
  };
};

const nobody: ReadonlySet<number> = new Set();

const holds = ({ kind, from, to }: Condition, code: number): boolean =>
  (code >= from && code <= to) === (kind === 'is');
