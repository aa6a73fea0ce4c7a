import { type Amount, renderAmount } from '../base/money.ts';
import type { Pack } from '../platform/packs.ts';
import type { FreespinsProgress, GetBalance, MakeBet, Rollback } from '../spec/callback.ts';
import type { CallbackOutcome, GameInPlay } from './game-in-play.ts';

/** Sends a makeBet; its first answer is lost where that was forced on the next one. */
export const sendBet = (game: GameInPlay, bet: MakeBet, onRollback: () => void): Promise<CallbackOutcome> => {
  // One that an earlier process kept counts as sent.
  const options = { onRollback, isAgain: !game.shared.unsent.delete(bet) };
  if (game.forced?.outcome !== 'answer-lost') return game.send(bet, options);
  game.forced = null;
  return game.send(bet, { ...options, loseAnswer: true });
};

/** What a makeBet moves, and for which round. */
interface Movement {
  readonly roundId: string;
  readonly bet: Amount;
  readonly win: Amount;
  readonly roundFinished: boolean;
}

/** A makeBet with a transaction_id that no other has. */
export const makeBetOf = (game: GameInPlay, movement: Movement): MakeBet =>
  unsent(game, {
    ...baseOf(game),
    type: 'makeBet',
    bet: renderAmount(movement.bet),
    win: renderAmount(movement.win),
    transactionId: game.shared.nextId(),
    gameRoundId: movement.roundId,
    roundFinished: movement.roundFinished,
  });

/** The same movement as a transaction that no other was. */
export const makeBetAnew = (game: GameInPlay, bet: MakeBet): MakeBet =>
  unsent(game, { ...bet, transactionId: game.shared.nextId(), requestId: game.shared.nextId() });

const unsent = ({ shared }: Pick<GameInPlay, 'shared'>, bet: MakeBet): MakeBet => {
  shared.unsent.add(bet);
  return bet;
};

/** Section 2: freespins is present while the player has active ones for the game and currency. */
export const getBalanceOf = (game: GameInPlay, pack: Pack | undefined): GetBalance => ({
  ...baseOf(game),
  type: 'getBalance',
  gameId: game.launch.gameId,
  freespins: pack === undefined ? undefined : progressOf(pack),
});

/** One that ends early ends with what was played: is_finish means played >= total. */
export const progressOf = ({ closing, played, total, accumulatedWin }: Pack): FreespinsProgress => ({
  played,
  total: closing === undefined ? total : played,
  isFinish: closing !== undefined || played >= total,
  accumulatedWin,
});

/** The rollback of a transaction. */
export const rollbackOf = (game: GameInPlay, transactionId: string): Rollback => ({
  ...baseOf(game),
  type: 'rollback',
  transactionId,
});

/** Section 7: a transaction that is not found was not processed, so that nothing is left of it. */
export const isUndone = (outcome: CallbackOutcome): boolean =>
  outcome.kind === 'balance' || (outcome.kind === 'refused' && outcome.code === 'transaction_not_found');

/** What every callback of the session carries (section 6). */
const baseOf = ({ launch, session, shared }: GameInPlay): Omit<GetBalance, 'type' | 'gameId' | 'freespins'> => ({
  agentId: launch.agentId,
  sessionId: session?.sessionId ?? '',
  playerId: launch.playerId,
  playerUsername: launch.playerUsername,
  currency: launch.currency,
  language: launch.language,
  requestId: shared.nextId(),
});
