import type { Exchange } from '../spec/exchange.ts';
import type { ExchangeJudgement } from '../spec/judgement.ts';

/** What is written together; judgements in the order in which they were made. */
export interface JournalBatch {
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ExchangeJudgement[];
}

/** How many things are written with it. */
export const sizeOf = ({ exchanges, judgements }: JournalBatch): number =>
  exchanges.length + judgements.length;
