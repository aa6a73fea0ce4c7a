import { isUnfinished } from './is-unfinished.ts';
import type { RoundRecord } from './round-record.ts';
import type { Seat } from './seat.ts';

const longestHistory = 50;

/** Puts a round on top of the history, or in place of what it was. A round that is not over stays. */
export const keepRound = (seat: Seat, round: RoundRecord): RoundRecord => {
  const isKnown = seat.history.some(({ roundId }) => roundId === round.roundId);
  const history = isKnown
    ? seat.history.map((kept) => (kept.roundId === round.roundId ? round : kept))
    : [round, ...seat.history];
  seat.history = history.filter((kept, index) => index < longestHistory || isUnfinished(kept));
  return round;
};
