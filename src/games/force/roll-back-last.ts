import type { CallbackOutcome } from '../callback-outcome.ts';
import { rollbackOf } from '../callbacks/rollback-of.ts';
import { describeOutcome } from '../describe-outcome.ts';
import { keepRound } from '../keep-round.ts';
import type { Move } from '../move.ts';
import type { RoundRecord } from '../round-record.ts';
import type { Seat } from '../seat.ts';

/** Rolls back the last round that has moved money, its newest transaction first. */
export const rollBackLast = async (seat: Seat): Promise<Move> => {
  let round = seat.history.find(({ transactions }) => transactions.length > 0);
  if (round === undefined) return { notice: 'There is no round to roll back.' };
  const { currency } = seat.launch;
  let move: Move = {};
  for (const transactionId of round.transactions.toReversed()) {
    const outcome = await seat.send(rollbackOf(seat, transactionId));
    round = keepRound(
      seat,
      isUndone(outcome) ? without(round, transactionId) : doubt(round, outcome),
    );
    move = { round, balance: describeOutcome(outcome, currency) };
    if (!isUndone(outcome)) break;
  }
  return move;
};

/** Section 7: a transaction that is not found was not processed, so that nothing is left of it. */
const isUndone = (outcome: CallbackOutcome): boolean =>
  outcome.kind === 'balance' ||
  (outcome.kind === 'refused' && outcome.code === 'transaction_not_found');

const without = ({ pending, ...round }: RoundRecord, transactionId: string): RoundRecord => {
  const transactions = round.transactions.filter((id) => id !== transactionId);
  return { ...round, transactions, state: transactions.length === 0 ? 'rolled-back' : 'unclear' };
};

/** A rollback that was refused leaves a round as it was; one without an answer leaves doubt. */
const doubt = (round: RoundRecord, { kind }: CallbackOutcome): RoundRecord =>
  kind === 'refused' ? round : { ...round, state: 'unclear' };
