import type { ExchangeRow } from '../../api/schemas/exchanges.ts';
import type { ExchangeJudgement } from '../../formats/judgement.ts';
import type { CallVerdict } from '../../spec/verdict.ts';

type Rows = readonly ExchangeRow[];

/** Two lists of rows as one, oldest first; where both have a row, the one of `given` stands. */
export const mergeRows = (known: Rows, given: Rows): ExchangeRow[] => {
  const [first, last] = [given[0], given.at(-1)];
  if (first === undefined || last === undefined) return [...known];
  if (first.seq > (known.at(-1)?.seq ?? 0)) return [...known, ...given];
  if (last.seq < (known[0]?.seq ?? Number.POSITIVE_INFINITY)) return [...given, ...known];
  const bySeq = new Map([...known, ...given].map((row) => [row.seq, row]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/** `, attempt 2` of what was sent again; nothing of what was sent first. */
export const againText = ({ attempt = 1 }: Pick<ExchangeRow, 'attempt'>): string =>
  attempt > 1 ? `, attempt ${attempt}` : '';

const mostVerdicts = 5_000;

/**
 * Joins rows and judgements, which come in any order: `judged` gives the row with the verdict that
 * was told of it.
 */
export interface VerdictMemory {
  remember(judgement: ExchangeJudgement): void;
  judged(row: ExchangeRow): ExchangeRow;
}

/** Remembers the last 5,000 verdicts. */
export const createVerdictMemory = (): VerdictMemory => {
  const verdicts = new Map<string, CallVerdict>();
  return {
    remember: ({ exchangeId, verdict }) => {
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
