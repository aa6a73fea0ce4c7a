import type { MakeBet } from '../spec/callback.ts';
import { groupBy } from './group-by.ts';

/** The name of a makeBet's round; undefined where none of the other makeBets is in it. */
export const nameRounds = (
  makeBets: readonly MakeBet[],
): ((makeBet: MakeBet) => string | undefined) => {
  const shared = [...groupBy(makeBets, ({ gameRoundId }) => gameRoundId)]
    .filter(([, own]) => own.length > 1)
    .map(([id]) => id);
  const names = new Map(shared.map((id, index) => [id, `round-${index + 1}`]));
  return ({ gameRoundId }) => names.get(gameRoundId);
};
