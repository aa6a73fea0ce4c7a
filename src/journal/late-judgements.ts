import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Range } from './search-in-slices.ts';

/** Judgements that came later than their exchanges: they replace what stands beside these. */
export interface LateJudgements {
  at(seq: number): ExchangeJudgement | undefined;
  /** Looks for those of a verdict, in slices from either end. */
  lookFor(verdict: string, backwards: boolean): (slice: Range) => ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

export const createLateJudgements = (database: Database): LateJudgements => {
  const judgement = database.prepare<[number], string>('SELECT judgement FROM judgements WHERE seq = ?').pluck();
  const select = (what: string) =>
    database
      .prepare<[string, number, number], number | null>(
        `SELECT ${what} FROM judgements WHERE verdict = ? AND seq BETWEEN ? AND ?`,
      )
      .pluck();
  const [all, first, last] = ['seq', 'min(seq)', 'max(seq)'].map(select);
  return {
    at: (seq) => {
      const text = judgement.get(seq);
      return text === undefined ? undefined : (JSON.parse(text) as ExchangeJudgement);
    },
    lookFor: (verdict, backwards) => {
      const nearest = backwards
        ? ({ last: from }: Range) => last?.get(verdict, 0, from) ?? 0
        : ({ first: from }: Range) => first?.get(verdict, from, Number.MAX_SAFE_INTEGER) ?? 0;
      const isPassed = (place: number, slice: Range): boolean =>
        place > 0 && (backwards ? place > slice.last : place < slice.first);
      let next: number | undefined;
      return (slice) => {
        // Asked for once for all the slices that are before it.
        if (next === undefined || isPassed(next, slice)) next = nearest(slice);
        if (next < slice.first || next > slice.last) return none;
        return new Set(all?.all(verdict, slice.first, slice.last).map(Number));
      };
    },
  };
};
