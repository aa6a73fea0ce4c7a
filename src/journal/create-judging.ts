import type { Database } from 'better-sqlite3';
import { type JudgedKeys, joinLines } from './pack-batch.ts';
import { idOf, type RowKeys } from './row-text.ts';

/** A judgement, as JSON. */
interface Judged {
  readonly verdict: string;
  readonly judgement: string;
}

/** Exchanges, and judgements of these or of others. */
interface Coming {
  readonly keys: readonly RowKeys[];
  readonly judged: readonly JudgedKeys[];
  readonly judgements: readonly string[];
}

/** What stands beside the exchanges of a batch. */
interface Beside {
  readonly verdicts: readonly (string | undefined)[];
  /** As `joinLines` makes them; null where there are none. */
  readonly judgements: string | null;
}

/** So many judgements are kept for exchanges that have not come yet, or never will. */
const mostWaiting = 1_000;

/** Brings judgements to their exchanges, whichever of the two comes first. */
export const createJudging = (database: Database, seqOf: (id: string) => number | undefined) => {
  const store = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO judgements (seq, verdict, judgement) VALUES (?, ?, ?)',
  );
  let waiting: ReadonlyMap<string, Judged> = new Map();
  /** Those that wait if what was begun last is not written. */
  let before = waiting;

  const writeLate = (id: string, { verdict, judgement }: Judged): void => {
    const seq = seqOf(id);
    if (seq !== undefined) store.run(seq, verdict, judgement);
    else waiting = withOneMore(waiting, id, { verdict, judgement });
  };
  /** What waits for one of these. */
  const arrived = (keys: readonly RowKeys[]): (Judged | undefined)[] => {
    if (waiting.size === 0) return [];
    const found = keys.map((each) => waiting.get(idOf(each)));
    if (found.every((each) => each === undefined)) return found;
    const ids = new Set(keys.map(idOf));
    waiting = new Map([...waiting].filter(([id]) => !ids.has(id)));
    return found;
  };
  /** What came beside each, and what waited for it. */
  const sorted = ({ keys, judged, judgements }: Coming): (Judged | undefined)[] => {
    const found = arrived(keys);
    const places = new Map(judged.length === 0 ? [] : keys.map((each, at) => [idOf(each), at]));
    for (const [index, [id, verdict]] of judged.entries()) {
      const at = places.get(id);
      const each = { verdict, judgement: judgements[index] ?? 'null' };
      if (at === undefined) writeLate(id, each);
      else found[at] = each;
    }
    return found;
  };
  return {
    /** Takes in what was judged, and gives what of it goes beside exchanges that are just written. */
    beside: (coming: Coming): Beside => {
      before = waiting;
      const found = sorted(coming);
      return besideEach(coming.keys.map((_, index) => found[index]));
    },
    /** It was not written. */
    takeBack: (): void => {
      waiting = before;
    },
  };
};

const besideEach = (rows: readonly (Judged | undefined)[]): Beside => {
  if (rows.every((each) => each === undefined)) return { verdicts: [], judgements: null };
  return {
    verdicts: rows.map((each) => each?.verdict),
    judgements: joinLines(rows.map((each) => each?.judgement ?? 'null')),
  };
};

const withOneMore = (waiting: ReadonlyMap<string, Judged>, id: string, judged: Judged): ReadonlyMap<string, Judged> => {
  const more = new Map(waiting).set(id, judged);
  const [oldest] = more.keys();
  if (more.size > mostWaiting && oldest !== undefined) more.delete(oldest);
  return more;
};
