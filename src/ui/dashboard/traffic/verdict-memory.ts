import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import type { CallVerdict, ExchangeJudgement } from '../../../spec/judgement.ts';

const mostVerdicts = 5_000;

/**
 * Joins rows and judgements, which come in any order: `judged` gives the row with the verdict that
 * was heard for it.
 */
export interface VerdictMemory {
  hear(judgement: ExchangeJudgement): void;
  judged(row: ExchangeRow): ExchangeRow;
}

/** Remembers the last 5,000 verdicts. */
export const createVerdictMemory = (): VerdictMemory => {
  const verdicts = new Map<string, CallVerdict>();
  return {
    hear: ({ exchangeId, verdict }) => {
      verdicts.delete(exchangeId);
      verdicts.set(exchangeId, verdict);
      if (verdicts.size > mostVerdicts) dropOldest(verdicts);
    },
    judged: (row) => {
      const verdict = verdicts.get(row.id);
      return verdict === undefined || verdict === row.verdict ? row : { ...row, verdict };
    },
  };
};

const dropOldest = (verdicts: Map<string, CallVerdict>): void => {
  for (const id of verdicts.keys()) {
    verdicts.delete(id);
    return;
  }
};
