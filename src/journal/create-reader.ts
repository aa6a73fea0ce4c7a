import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../spec/judgement.ts';
import type { JournalRow } from './journal-row.ts';
import type { StoredRow } from './read-row.ts';
import { readRow } from './read-row.ts';

type JudgedRow = StoredRow & { readonly seq: number; readonly judgement: string | null };

/** Reads the exchange at a place of the journal, and what was judged of it. */
export const createReader = (database: Database): ((seq: number) => JournalRow | undefined) => {
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
