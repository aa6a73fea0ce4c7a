import type { MakeBet } from '../../spec/callback.ts';
import type { CallbackOutcome } from '../callback-outcome.ts';
import { sendBet } from '../callbacks/send-bet.ts';
import { describeOutcome } from '../describe-outcome.ts';
import { keepRound } from '../keep-round.ts';
import type { Move } from '../move.ts';
import type { RoundRecord } from '../round-record.ts';
import type { Seat } from '../seat.ts';

/** Sends the makeBet that a crash round waits for, the first time or again. */
export const deliverPending = async (
  seat: Seat,
  round: RoundRecord,
  pending: MakeBet,
): Promise<Move> => {
  const { transactions } = round;
  const waiting: RoundRecord = {
    ...{ ...round, state: 'unclear', pending },
    transactions: [...without(transactions, pending), pending.transactionId],
  };
  // Kept before it is sent: what was sent once is never sent with another transaction_id.
  keepRound(seat, waiting);
  const outcome = await sendBet(seat, pending);
  const after = pending.roundFinished ? afterWin : afterBet;
  const next = keepRound(seat, after(seat, waiting, outcome.kind));
  const balance = describeOutcome(outcome, seat.launch.currency);
  return {
    round: next,
    balance:
      balance.kind === 'problem' && pending.roundFinished
        ? { ...balance, message: 'The casino has not confirmed the end of this round. Try again.' }
        : balance,
  };
};

const without = (transactions: readonly string[], { transactionId }: MakeBet): readonly string[] =>
  transactions.filter((id) => id !== transactionId);

const settled = (round: RoundRecord, state: RoundRecord['state']): RoundRecord => {
  const { pending: _, ...rest } = round;
  return { ...rest, state };
};

/** The word on the bet: the round is open, or it never was. */
const afterBet = (_seat: Seat, round: RoundRecord, came: CallbackOutcome['kind']): RoundRecord => {
  if (came === 'unclear') return round;
  return came === 'balance'
    ? settled(round, 'open')
    : { ...settled(round, 'rolled-back'), transactions: [] };
};

/** The word on the win. One that was cancelled is still due: with a new transaction_id. */
const afterWin = (seat: Seat, round: RoundRecord, came: CallbackOutcome['kind']): RoundRecord => {
  const { pending } = round;
  if (came === 'balance') return settled(round, 'settled');
  if (came !== 'rolled-back' || pending === undefined) return round;
  return {
    ...round,
    transactions: without(round.transactions, pending),
    pending: { ...pending, transactionId: seat.parlour.nextId(), requestId: seat.parlour.nextId() },
  };
};
