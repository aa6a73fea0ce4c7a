import type { Database } from 'better-sqlite3';
import type { Range } from './search-in-slices.ts';

interface Ends {
  readonly pruned: number;
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Where a journal begins and ends: at the place behind `floor` and at `floor` where it is empty. A
 * file that goes on where another ended begins behind `floor`.
 */
export const createRange = (database: Database, floor: number): (() => Range) => {
  const select = database.prepare<[], Ends>(
    `SELECT (SELECT max(seq) FROM pruned) AS pruned,
            (SELECT min(first) FROM blocks) AS first,
            (SELECT first + count - 1 FROM blocks ORDER BY first DESC LIMIT 1) AS last`,
  );
  return () => {
    const { pruned = 0, first = null, last = null } = select.get() ?? {};
    if (first === null || last === null) return { first: floor + 1, last: floor };
    return { first: Math.max(first, pruned + 1), last };
  };
};
