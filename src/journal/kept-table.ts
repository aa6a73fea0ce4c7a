import type { Kept, KeptKind, KeptStore } from './kept-store.ts';

/** A row of what is kept, as the file has it. */
export interface KeptRow {
  readonly seq: number;
  readonly kind: string;
  /** JSON. */
  readonly entry: string;
}

/** What the file keeps when it is opened. */
export interface OpenedKept {
  readonly rows: readonly KeptRow[];
  readonly earlierStarts: number;
}

/** What changed in what is kept: no row twice. */
export interface KeptChanges {
  /** Whether everything that was kept goes first. */
  readonly cleared: boolean;
  readonly rows: readonly Change[];
}

/** The place of a row says how old it is, and that it needs no index; null forgets it. */
type Change = readonly [seq: number, kind: KeptKind | 'starts', entry: Kept | number | null];

/** The place of how often a platform was opened on what is kept; it is never cleared. */
export const startsSeq = 0;

/** What is kept, and what of it waits to be written. */
export interface KeptTable extends KeptStore {
  /** What waits, as JSON for the writer; undefined when nothing does. */
  take(): string | undefined;
}

interface KeptTableOptions {
  readonly opened: OpenedKept;
  /** Told when something begins to wait. */
  readonly onWaiting: () => void;
  /** What is kept as JSON; called once for all that waits. */
  readonly write: (value: unknown) => string;
}

/** What is kept in a file, as this process knows it: it alone changes it. */
export const createKeptTable = ({ opened, onWaiting, write }: KeptTableOptions): KeptTable => {
  const waiting = createWaiting(onWaiting);
  const { earlierStarts } = opened;
  let { rows } = opened;
  const places = new Map<string, number>();
  const nameOf = (kind: string, key: string): string => `${kind} ${key}`;
  let last = rows.at(-1)?.seq ?? startsSeq;
  for (const { seq, kind, entry } of rows) places.set(nameOf(kind, keptOf(entry).key), seq);
  const put = (kind: KeptKind, key: string, value: unknown): void => {
    const name = nameOf(kind, key);
    const seq = places.get(name) ?? last + 1;
    last = Math.max(last, seq);
    places.set(name, seq);
    waiting.add([seq, kind, { key, value }]);
  };
  const forget = (kind: KeptKind, key: string): void => {
    const seq = places.get(nameOf(kind, key));
    if (seq === undefined) return;
    places.delete(nameOf(kind, key));
    waiting.add([seq, kind, null]);
  };
  if (earlierStarts > 0) waiting.add([startsSeq, 'starts', earlierStarts]);

  return {
    all: (kind) => rows.filter((row) => row.kind === kind).map(({ entry }) => keptOf(entry)),
    keep: (kind, key, value) => (value === undefined ? forget(kind, key) : put(kind, key, value)),
    clear: () => {
      places.clear();
      waiting.clear();
      rows = [];
    },
    earlierStarts,
    take: () => {
      const changes = waiting.take();
      return changes === undefined ? undefined : write(changes);
    },
  };
};

const keptOf = (entry: string): Kept => JSON.parse(entry) as Kept;

/** Gathers changes until they are taken; of several to a row the last one. */
const createWaiting = (onWaiting: () => void) => {
  const rows = new Map<number, Change>();
  let cleared = false;
  const isEmpty = (): boolean => rows.size === 0 && !cleared;
  return {
    add: (row: Change): void => {
      if (isEmpty()) onWaiting();
      rows.set(row[0], row);
    },
    clear: (): void => {
      if (isEmpty()) onWaiting();
      for (const seq of [...rows.keys()]) if (seq !== startsSeq) rows.delete(seq);
      cleared = true;
    },
    take: (): KeptChanges | undefined => {
      if (isEmpty()) return undefined;
      const changes = { cleared, rows: [...rows.values()] };
      rows.clear();
      cleared = false;
      return changes;
    },
  };
};
