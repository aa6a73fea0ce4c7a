import { amountOf, zero } from '../../money/amount.ts';
import type { AmountText } from '../../spec/callback.ts';
import { makeBetOf } from '../callbacks/make-bet-of.ts';
import type { Move } from '../move.ts';
import { placeBet } from '../place-bet.ts';
import type { Seat } from '../seat.ts';

/** A win without a bet: a makeBet of bet 0, a round of its own. */
export const payBonus = (seat: Seat, amount: AmountText): Promise<Move> => {
  const win = amountOf(amount);
  const roundId = seat.parlour.nextId();
  return placeBet(
    seat,
    { roundId, state: 'settled', stake: zero, win, transactions: [] },
    makeBetOf(seat, { roundId, bet: zero, win, roundFinished: true }),
  );
};
