import { zero } from '../base/money.ts';
import { makeBetOf } from './game-callbacks.ts';
import {
  fieldOf,
  type GameInPlay,
  isInDoubt,
  isUnfinished,
  type Move,
  type RoundRecord,
  unfinishedRound,
} from './game-in-play.ts';
import { isPayout, rollBackBet, sendPending } from './send-pending.ts';

/** Section 6, rollback: the player cancels the open crash round, and gets the bet back. */
export const cancelRound = async (game: GameInPlay, body: unknown): Promise<Move> => {
  const roundId = fieldOf(body, 'roundId');
  const round = game.history.find((kept) => kept.roundId === roundId);
  if (round === undefined) return { notice: 'There is no such round.' };
  if (!isUnfinished(round)) return { round, notice: 'This round is over.' };
  if (isPayout(round)) return { round, notice: 'This round is cashed out: wait for its win.' };
  if (round.cancelling !== undefined) return await sendPending(game, round);
  if (round.state !== 'open') {
    return { round, notice: 'The casino has not confirmed the bet yet. Try again.' };
  }
  const move = await rollBackBet(game, round);
  return move.round?.state === 'open'
    ? { ...move, notice: 'The casino did not take the bet back: the round goes on.' }
    : move;
};

/**
 * Section 6, rollback: what becomes of the open round of a player who is gone, by the quirk
 * abandonedRound. What is unclear stays to be sent again, by the next call or by the player.
 *
 * A win that was cashed out is the player's: it is sent again and never rolled back for good. A bet of
 * which nobody knows is rolled back like one that was taken, as a rollback of what the agent does not
 * know changes nothing; before it can be closed as lost it has to be taken, so that it is sent again.
 */
export const abandonRound = async (game: GameInPlay): Promise<Move> => {
  const round = unfinishedRound(game);
  if (round === undefined) return {};
  if (isPayout(round) || round.cancelling !== undefined) return await sendPending(game, round);
  if (game.shared.quirks.abandonedRound === 'rollback') {
    return await rollBackBet(game, { ...round, abandoned: true });
  }
  const taken = round.pending === undefined ? { round } : await sendPending(game, round);
  return taken.round?.state === 'open' ? await closeAsLost(game, taken.round) : taken;
};

/**
 * Rolls back the bets of which nobody knows, until one is not confirmed again. The player, who may be
 * in the middle of another round, is told the balance alone, and that it failed again not at all.
 */
export const rollBackDoubts = async (game: GameInPlay): Promise<Move> => {
  let told: Move = {};
  for (const doubtful of game.history.filter(isInDoubt)) {
    const { round, balance } = await sendPending(game, doubtful);
    if (round !== undefined && isInDoubt(round)) return told;
    told = { balance };
  }
  return told;
};

const closeAsLost = async (game: GameInPlay, round: RoundRecord): Promise<Move> => {
  const { roundId } = round;
  const pending = makeBetOf(game, { roundId, bet: zero, win: zero, roundFinished: true });
  return await sendPending(game, { ...round, pending, abandoned: true });
};
