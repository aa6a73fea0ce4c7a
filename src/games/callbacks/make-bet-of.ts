import type { Amount } from '../../money/amount.ts';
import { renderAmount } from '../../money/amount.ts';
import type { MakeBet } from '../../spec/callback.ts';
import type { Seat } from '../seat.ts';
import { baseOf } from './base-of.ts';

/** What a makeBet moves, and for which round. */
export interface Movement {
  readonly roundId: string;
  readonly bet: Amount;
  readonly win: Amount;
  readonly roundFinished: boolean;
}

/** A makeBet with a transaction_id that no other has. */
export const makeBetOf = (seat: Seat, movement: Movement): MakeBet => ({
  ...baseOf(seat),
  type: 'makeBet',
  bet: renderAmount(movement.bet),
  win: renderAmount(movement.win),
  transactionId: seat.parlour.nextId(),
  gameRoundId: movement.roundId,
  roundFinished: movement.roundFinished,
});
