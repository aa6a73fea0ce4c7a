import { zero } from '../../money/amount.ts';
import { makeBetOf } from '../callbacks/make-bet-of.ts';
import { fieldOf } from '../field-of.ts';
import { isUnfinished } from '../is-unfinished.ts';
import type { Move } from '../move.ts';
import type { RoundRecord } from '../round-record.ts';
import type { Seat } from '../seat.ts';
import { deliverPending } from './deliver-pending.ts';
import { endAt } from './end-at.ts';
import { parseCashOut } from './parse-cash-out.ts';

/** Ends the open crash round; what was sent for it before without a clear answer is sent again. */
export const cashOut = async (seat: Seat, body: unknown): Promise<Move> => {
  const roundId = fieldOf(body, 'roundId');
  const round = seat.history.find((kept) => kept.roundId === roundId);
  if (round === undefined) return { notice: 'There is no such round.' };
  if (!isUnfinished(round)) return { round, notice: 'This round is over.' };
  if (round.pending !== undefined) return deliverPending(seat, round, round.pending);
  const at = parseCashOut(fieldOf(body, 'at'));
  if (at === undefined) return { round, notice: 'Cash out between 1.01 and 1000, such as 1.80.' };
  return end(seat, endAt(round, at, seat.launch.currency));
};

/** The second makeBet of the round: its win, which is 0 after the burst. */
const end = (seat: Seat, round: RoundRecord): Promise<Move> => {
  const { roundId, win } = round;
  const last = makeBetOf(seat, { roundId, bet: zero, win, roundFinished: true });
  return deliverPending(seat, round, last);
};
