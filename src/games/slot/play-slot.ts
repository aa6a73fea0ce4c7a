import type { Amount } from '../../money/amount.ts';
import { makeBetOf } from '../callbacks/make-bet-of.ts';
import type { Move } from '../move.ts';
import { placeBet } from '../place-bet.ts';
import type { Seat } from '../seat.ts';
import { spinReels } from './spin-reels.ts';

/** A round of a slot: bet and win in one makeBet. */
export const playSlot = (seat: Seat, stake: Amount): Promise<Move> => {
  const { win, reels } = spinReels(seat, stake);
  const roundId = seat.parlour.nextId();
  return placeBet(
    seat,
    { roundId, state: 'settled', stake, win, reels, transactions: [] },
    makeBetOf(seat, { roundId, bet: stake, win, roundFinished: true }),
  );
};
