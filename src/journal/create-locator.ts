import type { Database } from 'better-sqlite3';
import { chunk, chunkOf } from './schema.ts';

/** Both ends belong to it; empty where `first` is above `last`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Where a journal begins and ends, and where an exchange is in it. */
export const createLocator = (database: Database) => {
  const all = database.prepare<[], Range>(
    // Two selections: SQLite finds one end of a table at once, but both in one by reading it all.
    `SELECT coalesce((SELECT min(seq) FROM exchanges), 1) AS first,
            coalesce((SELECT max(seq) FROM exchanges), 0) AS last`,
  );
  const inChunk = database
    .prepare<[number, string], number>(
      `SELECT seq FROM exchanges WHERE ${chunk} = ? AND id = ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  const range = (): Range => all.get() ?? { first: 1, last: 0 };

  return {
    /** 1 and 0 where the journal is empty. */
    range,
    /** The latest of that id. */
    seqOf: (id: string): number | undefined => {
      const { first, last } = range();
      for (let each = chunkOf(last); each >= chunkOf(first); each -= 1) {
        const seq = inChunk.get(each, id);
        if (seq !== undefined) return seq;
      }
      return undefined;
    },
  };
};
