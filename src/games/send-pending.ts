import type { MakeBet } from '../spec/callback.ts';
import { isUndone, makeBetAnew, makeBetOf, rollbackOf, sendBet } from './game-callbacks.ts';
import {
  type CallbackOutcome,
  type GameInPlay,
  isInDoubt,
  keepRound,
  type Move,
  type RoundRecord,
} from './game-in-play.ts';
import { describeOutcome } from './show-game.ts';

/** Begins a round with its first makeBet, which ends one of a slot. A round whose bet is refused is none. */
export const placeBet = async (
  game: GameInPlay,
  drawn: Omit<RoundRecord, 'roundId' | 'transactions'>,
): Promise<Move> => {
  const { stake: bet, win, state } = drawn;
  const roundId = game.shared.nextId();
  const pending = makeBetOf(game, { roundId, bet, win, roundFinished: state === 'settled' });
  const before = game.history;
  let sent: Sent | undefined;
  try {
    sent = await send(game, { ...drawn, roundId, transactions: [], pending });
  } finally {
    if (sent === undefined || sent.outcome.kind === 'refused') takeBack(game, before);
  }
  const move = moveOf(game, sent);
  return sent.outcome.kind === 'refused' ? { balance: move.balance } : move;
};

const takeBack = (game: GameInPlay, history: GameInPlay['history']): void => {
  game.history = history;
  game.keep();
};

/** Sends what a round waits for: the rollback of a transaction, else its makeBet; first or again. */
export const sendPending = async (game: GameInPlay, round: RoundRecord): Promise<Move> =>
  moveOf(game, await send(game, round));

/** Rolls the bet of a round back. A rollback that is refused leaves the round as it was. */
export const rollBackBet = async (game: GameInPlay, round: RoundRecord): Promise<Move> =>
  // Kept before it is sent: a round that may be rolled back is not paid.
  await sendPending(game, keepRound(game, { ...round, cancelling: round.transactions[0] }));

/**
 * Whether a round waits for the word on its win. The player has that coming, whatever becomes of the
 * transaction: it is sent until the agent confirms it.
 */
export const isPayout = ({ pending, transactions }: RoundRecord): boolean =>
  pending !== undefined && transactions.some((id) => id !== pending.transactionId);

interface Sent {
  readonly round: RoundRecord;
  readonly outcome: CallbackOutcome;
}

/**
 * Section 6: a makeBet that comes again is applied once, so that an unclear one is sent again as it is.
 * Once its rollback was sent that is no longer so: the agent may have rolled it back, and answers its
 * repetition with the balance and no change. Then the rollback alone is sent until it is confirmed,
 * which changes nothing where there is nothing to roll back.
 */
const send = async (game: GameInPlay, round: RoundRecord): Promise<Sent> => {
  if (round.cancelling !== undefined) return await sendRollback(game, round, round.cancelling);
  if (round.pending !== undefined) return await sendMakeBet(game, round, round.pending);
  throw new Error(`Round ${round.roundId} waits for nothing.`);
};

const sendMakeBet = async (game: GameInPlay, round: RoundRecord, pending: MakeBet): Promise<Sent> => {
  const { transactionId } = pending;
  const others = round.transactions.filter((id) => id !== transactionId);
  // Kept before it is sent: what was sent once is never sent with another transaction_id.
  let waiting = keepRound(game, {
    ...round,
    state: 'unclear',
    pending,
    transactions: [...others, transactionId],
  });
  const outcome = await sendBet(game, pending, () => {
    waiting = keepRound(game, { ...waiting, cancelling: transactionId });
  });
  return { outcome, round: keepRound(game, afterMakeBet(game, waiting, outcome)) };
};

/** The word on a makeBet. */
const afterMakeBet = (game: GameInPlay, round: RoundRecord, outcome: CallbackOutcome): RoundRecord => {
  switch (outcome.kind) {
    case 'balance':
      return settled(round, round.pending?.roundFinished === true ? 'settled' : 'open');
    case 'refused':
      return isPayout(round) ? round : undone(round);
    case 'rolled-back':
      return isPayout(round) ? withNewPayout(game, round) : undone(round);
    case 'unclear':
      // A round of one makeBet ends with it, unless its rollback is to be confirmed, or it is to be
      // sent again by the next process.
      return isOnlyOne(round) && outcome.interrupted !== true ? settled(round, 'unclear') : round;
  }
};

const isOnlyOne = (round: RoundRecord): boolean =>
  round.pending?.roundFinished === true && !isPayout(round) && !isInDoubt(round);

const sendRollback = async (game: GameInPlay, round: RoundRecord, transactionId: string): Promise<Sent> => {
  const outcome = await game.send(rollbackOf(game, transactionId));
  const next = keepRound(game, afterRollback(game, round, outcome));
  // The win that was rolled back goes out anew at once.
  return isUndone(outcome) && isPayout(next) ? await send(game, next) : { round: next, outcome };
};

/** The word on a rollback. */
const afterRollback = (game: GameInPlay, round: RoundRecord, outcome: CallbackOutcome): RoundRecord => {
  if (isUndone(outcome)) return isPayout(round) ? withNewPayout(game, round) : undone(round);
  if (outcome.kind !== 'refused' || isInDoubt(round)) return { ...round, state: 'unclear' };
  const { cancelling: _, abandoned: _abandoned, ...kept } = round;
  return { ...kept, state: kept.pending === undefined ? 'open' : 'unclear' };
};

/** Nothing is to come any more, or the cash-out alone. */
const settled = (
  { pending: _, cancelling: _cancelling, ...round }: RoundRecord,
  state: RoundRecord['state'],
): RoundRecord => ({ ...round, state });

/** Nothing is left of the round. */
const undone = (round: RoundRecord): RoundRecord => ({
  ...settled(round, 'rolled-back'),
  transactions: [],
});

/** A win that was cancelled is still due: with a new transaction_id, as the old one is used up. */
const withNewPayout = (game: GameInPlay, { pending, cancelling: _, ...round }: RoundRecord): RoundRecord => {
  if (pending === undefined) return round;
  return {
    ...round,
    transactions: round.transactions.filter((id) => id !== pending.transactionId),
    pending: makeBetAnew(game, pending),
  };
};

const moveOf = ({ launch }: GameInPlay, { round, outcome }: Sent): Move => {
  // It was not found, so that it is undone; the balance is as it was.
  if (round.state === 'rolled-back' && isUndone(outcome) && outcome.kind === 'refused') {
    return { round };
  }
  const balance = describeOutcome(outcome, launch.currency);
  return {
    round,
    balance:
      balance.kind === 'problem' && isPayout(round)
        ? { ...balance, message: 'The casino has not confirmed the end of this round. Try again.' }
        : balance,
  };
};
