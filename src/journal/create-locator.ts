import type { Database } from 'better-sqlite3';
import { chunk, chunkOf } from './schema.ts';
import type { Range } from './search-in-slices.ts';

/**
 * Where a journal begins and ends, and where an exchange is in it. A file that goes on where another
 * ended begins behind `floor`.
 */
export const createLocator = (database: Database, floor = 0) => {
  const all = database.prepare<[number, number], Range>(
    // Two selections: SQLite finds one end of a table at once, but both in one by reading it all.
    `SELECT coalesce((SELECT min(seq) FROM exchanges), ?) AS first,
            coalesce((SELECT max(seq) FROM exchanges), ?) AS last`,
  );
  const inChunk = database
    .prepare<[number, string], number>(
      `SELECT seq FROM exchanges WHERE ${chunk} = ? AND id = ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  const range = (): Range => all.get(floor + 1, floor) ?? { first: floor + 1, last: floor };

  return {
    /** The place behind `floor` and `floor` where the journal is empty. */
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
