import type { Database } from 'better-sqlite3';
import type { Range } from './create-locator.ts';
import type { SearchPlan } from './plan-search.ts';
import { chunkOf } from './schema.ts';

/** What a look at a slice has found, and how far it came. */
interface Look {
  readonly found: readonly number[];
  /** The last place that was looked at. */
  readonly to: number;
  /** How many rows were read to look for text in them. */
  readonly read: number;
}

/** Characters of text after which a look ends: a few milliseconds, however large the bodies are. */
const mostCharacters = 512 * 1024;

type Value = string | number;

/** Looks for what is planned in one slice, which lies in one chunk, until so many are found. */
export const lookInto = (
  database: Database,
  plan: SearchPlan,
): ((slice: Range, missing: number) => Look) => {
  const { sql, values, indexed, backwards, text } = plan;
  const statement = database.prepare<Value[], [number, string]>(sql).raw();
  const valuesIn = ({ first, last }: Range): Value[] =>
    indexed ? [first, last, ...values, chunkOf(first)] : [first, last, ...values];
  const farEnd = (slice: Range): number => (backwards ? slice.first : slice.last);

  if (text === undefined) {
    return (slice, missing) => {
      const found = statement.all(...valuesIn(slice), missing).map(([seq]) => seq);
      const to = found.length === missing ? (found.at(-1) ?? farEnd(slice)) : farEnd(slice);
      return { found, to, read: 0 };
    };
  }
  return (slice, missing) => {
    const found: number[] = [];
    let [characters, read] = [0, 0];
    for (const [seq, row] of statement.iterate(...valuesIn(slice), noLimit)) {
      if (row.toLowerCase().includes(text)) found.push(seq);
      characters += row.length;
      read += 1;
      if (found.length === missing || characters > mostCharacters) return { found, to: seq, read };
    }
    return { found, to: farEnd(slice), read };
  };
};

/** What SQLite takes for none. */
const noLimit = -1;
