import type { MakeBet } from '../../spec/callback.ts';
import type { CallbackOutcome } from '../callback-outcome.ts';
import type { Seat } from '../seat.ts';

/** Sends a makeBet; its first answer is lost where that was forced on the next one. */
export const sendBet = (seat: Seat, bet: MakeBet): Promise<CallbackOutcome> => {
  if (seat.forced?.outcome !== 'answer-lost') return seat.send(bet);
  seat.forced = null;
  return seat.send(bet, { loseAnswer: true });
};
