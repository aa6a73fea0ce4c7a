import type { Exchange } from '../spec/exchange.ts';
import type { ExchangeJudgement } from '../spec/judgement.ts';

/** An exchange at its place in the journal, and what was judged of it. */
export interface JournalRow {
  /** Counts on without gaps. */
  readonly seq: number;
  readonly exchange: Exchange;
  readonly judgement?: ExchangeJudgement;
}
