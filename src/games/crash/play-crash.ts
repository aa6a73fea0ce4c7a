import type { Amount } from '../../money/amount.ts';
import { zero } from '../../money/amount.ts';
import { makeBetOf } from '../callbacks/make-bet-of.ts';
import type { Move } from '../move.ts';
import { placeBet } from '../place-bet.ts';
import type { Seat } from '../seat.ts';
import { fateOf } from './fate-of.ts';

/** Opens a crash round: a makeBet with the bet alone. Its win is a makeBet of its own. */
export const playCrash = (seat: Seat, stake: Amount): Promise<Move> => {
  const roundId = seat.parlour.nextId();
  return placeBet(
    seat,
    { roundId, state: 'open', stake, win: zero, ...fateOf(seat), transactions: [] },
    makeBetOf(seat, { roundId, bet: stake, win: zero, roundFinished: false }),
  );
};
