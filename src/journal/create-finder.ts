import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { createLocator } from './create-locator.ts';
import type { StoredRow } from './exchange-columns.ts';
import { readRow } from './exchange-columns.ts';
import type { ExchangeQuery, JournalRow } from './journal.ts';
import { planSearch } from './plan-search.ts';
import { chunkOf } from './schema.ts';
import type { LookIn, Range, Searched } from './search-in-slices.ts';
import { isBackwards, mostCharacters, wantedText } from './search-in-slices.ts';

/** Reads exchanges by id, or by what they are about. */
export const createFinder = (database: Database, floor: number): Searched => ({
  ...createLocator(database, floor),
  isOpen: () => database.open,
  row: createReader(database),
  prepare: (query) => lookInto(database, query),
});

type Value = string | number;

const lookInto = (database: Database, query: ExchangeQuery): LookIn => {
  const { sql, values, indexed } = planSearch(query);
  const backwards = isBackwards(query);
  const text = wantedText(query);
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

type JudgedRow = StoredRow & { readonly seq: number; readonly judgement: string | null };

/** Reads the exchange at a place of the journal, and what was judged of it. */
const createReader = (database: Database): ((seq: number) => JournalRow | undefined) => {
  const select = database.prepare<[number], JudgedRow>(`
    SELECT exchanges.*, bodies.body AS shared_body, judgements.judgement
    FROM exchanges
    LEFT JOIN bodies ON bodies.id = exchanges.answer_body_id
    LEFT JOIN judgements ON judgements.seq = exchanges.seq
    WHERE exchanges.seq = ?`);
  return (seq) => {
    const row = select.get(seq);
    return row === undefined ? undefined : withJudgement(row);
  };
};

const withJudgement = (row: JudgedRow): JournalRow => {
  const { seq, judgement } = row;
  const exchange = readRow(row);
  if (judgement === null) return { seq, exchange };
  return { seq, exchange, judgement: JSON.parse(judgement) as ExchangeJudgement };
};
