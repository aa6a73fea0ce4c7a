import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../spec/judgement.ts';
import { createLocator } from './create-locator.ts';

/** So many judgements are kept for exchanges that have not come yet, or never will. */
const mostWaiting = 1_000;

/** Writes judgements beside their exchanges, whichever of the two comes first. */
export const createJudging = (database: Database) => {
  const { seqOf } = createLocator(database);
  const store = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO judgements (seq, verdict, judgement) VALUES (?, ?, ?)',
  );
  const waiting = new Map<string, ExchangeJudgement>();
  const write = (seq: number, judgement: ExchangeJudgement): void => {
    store.run(seq, judgement.verdict, JSON.stringify(judgement));
  };
  const keep = (judgement: ExchangeJudgement): void => {
    waiting.set(judgement.exchangeId, judgement);
    const [oldest] = waiting.keys();
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
  };

  return {
    /** Its exchange was just written. */
    arrived: (id: string, seq: number): void => {
      const judgement = waiting.get(id);
      if (judgement === undefined) return;
      waiting.delete(id);
      write(seq, judgement);
    },
    /** `written`: places of exchanges that came with it. */
    judge: (judgement: ExchangeJudgement, written: ReadonlyMap<string, number>): void => {
      const id = judgement.exchangeId;
      const seq = written.get(id) ?? seqOf(id);
      if (seq === undefined) keep(judgement);
      else write(seq, judgement);
    },
  };
};
