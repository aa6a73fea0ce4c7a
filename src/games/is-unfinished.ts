import type { RoundRecord } from './round-record.ts';

/** Whether something of a crash round is still to come: its cash-out, or the word on a makeBet. */
export const isUnfinished = ({ state, pending }: RoundRecord): boolean =>
  state === 'open' || pending !== undefined;
