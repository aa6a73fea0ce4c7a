import type { Amount } from '../money/amount.ts';
import { renderAmount } from '../money/amount.ts';
import type { Pack } from '../platform/create-packs.ts';
import type { FreespinsProgress, GetBalance, MakeBet, Rollback } from '../spec/callback.ts';
import type { CallbackOutcome, GameInPlay, Move, RoundRecord } from './game-in-play.ts';
import { keepRound } from './game-in-play.ts';
import { describeOutcome } from './show-game.ts';

/** Begins a round with its first makeBet, which ends one of a slot. A round whose bet is refused is none. */
export const placeBet = async (
  game: GameInPlay,
  drawn: Omit<RoundRecord, 'roundId' | 'transactions'>,
): Promise<Move> => {
  const round: RoundRecord = { ...drawn, roundId: game.shared.nextId(), transactions: [] };
  const { roundId, stake, win, state } = round;
  const bet = makeBetOf(game, { roundId, bet: stake, win, roundFinished: state === 'settled' });
  const outcome = await sendBet(game, bet);
  const balance = describeOutcome(outcome, game.launch.currency);
  if (outcome.kind === 'refused') return { balance };
  return { balance, round: keepRound(game, begun(round, bet, outcome.kind)) };
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
      return bet.roundFinished
        ? { ...round, transactions, state: 'unclear' }
        : { ...round, transactions, state: 'unclear', pending: bet };
  }
};

/** Sends a makeBet; its first answer is lost where that was forced on the next one. */
export const sendBet = (game: GameInPlay, bet: MakeBet): Promise<CallbackOutcome> => {
  if (game.forced?.outcome !== 'answer-lost') return game.send(bet);
  game.forced = null;
  return game.send(bet, { loseAnswer: true });
};

/** What a makeBet moves, and for which round. */
interface Movement {
  readonly roundId: string;
  readonly bet: Amount;
  readonly win: Amount;
  readonly roundFinished: boolean;
}

/** A makeBet with a transaction_id that no other has. */
export const makeBetOf = (game: GameInPlay, movement: Movement): MakeBet => ({
  ...baseOf(game),
  type: 'makeBet',
  bet: renderAmount(movement.bet),
  win: renderAmount(movement.win),
  transactionId: game.shared.nextId(),
  gameRoundId: movement.roundId,
  roundFinished: movement.roundFinished,
});

/** Section 2: freespins is present while the player has active ones for the game and currency. */
export const getBalanceOf = (game: GameInPlay, pack: Pack | undefined): GetBalance => ({
  ...baseOf(game),
  type: 'getBalance',
  gameId: game.launch.gameId,
  freespins: pack === undefined ? undefined : progressOf(pack),
});

const progressOf = ({ played, total, accumulatedWin }: Pack): FreespinsProgress => ({
  played,
  total,
  isFinish: played >= total,
  accumulatedWin,
});

/** The rollback of a transaction. */
export const rollbackOf = (game: GameInPlay, transactionId: string): Rollback => ({
  ...baseOf(game),
  type: 'rollback',
  transactionId,
});

/** What every callback of the session carries (section 6). */
const baseOf = ({
  launch,
  sessionId,
  shared,
}: GameInPlay): Omit<GetBalance, 'type' | 'gameId' | 'freespins'> => ({
  agentId: launch.agentId,
  sessionId,
  playerId: launch.playerId,
  playerUsername: launch.playerUsername,
  currency: launch.currency,
  language: launch.language,
  requestId: shared.nextId(),
});
