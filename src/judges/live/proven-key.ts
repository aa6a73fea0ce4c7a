import type { Situation } from '../../spec/situation.ts';

/** What an agent may get right or wrong always: a kind of makeBet. */
export const provenKey = (situation: Situation, roundFinished: boolean): string =>
  `${situation} ${roundFinished ? 'finished' : 'open'}`;
