import type { MakeBet } from '../spec/callback.ts';
import type { CallbackOutcome } from './callback-outcome.ts';
import { sendBet } from './callbacks/send-bet.ts';
import { describeOutcome } from './describe-outcome.ts';
import { keepRound } from './keep-round.ts';
import type { Move } from './move.ts';
import type { RoundRecord } from './round-record.ts';
import type { Seat } from './seat.ts';

/** Begins a round with its first makeBet. A round whose bet is refused is none. */
export const placeBet = async (seat: Seat, round: RoundRecord, bet: MakeBet): Promise<Move> => {
  const outcome = await sendBet(seat, bet);
  const balance = describeOutcome(outcome, seat.launch.currency);
  if (outcome.kind === 'refused') return { balance };
  return { balance, round: keepRound(seat, begun(round, bet, outcome.kind)) };
};

const begun = (
  round: RoundRecord,
  bet: MakeBet,
  came: Exclude<CallbackOutcome['kind'], 'refused'>,
): RoundRecord => {
  const transactions = [bet.transactionId];
  switch (came) {
    case 'balance':
      return { ...round, transactions };
    case 'rolled-back':
      return { ...round, state: 'rolled-back' };
    case 'unclear':
      // A round of one makeBet ends with it; a crash round can only go on once it is known.
      return {
        ...{ ...round, transactions, state: 'unclear' },
        ...(bet.roundFinished ? {} : { pending: bet }),
      };
  }
};
