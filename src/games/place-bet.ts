import type { Amount } from '../money/amount.ts';
import { renderAmount } from '../money/amount.ts';
import type { Pack } from '../platform/create-packs.ts';
import type { FreespinsProgress, GetBalance, MakeBet, Rollback } from '../spec/callback.ts';
import type { CallbackOutcome, Move, RoundRecord, Seat } from './game-in-play.ts';
import { keepRound } from './game-in-play.ts';
import { describeOutcome } from './show-game.ts';

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

/** Sends a makeBet; its first answer is lost where that was forced on the next one. */
export const sendBet = (seat: Seat, bet: MakeBet): Promise<CallbackOutcome> => {
  if (seat.forced?.outcome !== 'answer-lost') return seat.send(bet);
  seat.forced = null;
  return seat.send(bet, { loseAnswer: true });
};

/** What a makeBet moves, and for which round. */
interface Movement {
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

/** Section 2: freespins is present while the player has active ones for the game and currency. */
export const getBalanceOf = (seat: Seat, pack: Pack | undefined): GetBalance => ({
  ...baseOf(seat),
  type: 'getBalance',
  gameId: seat.launch.gameId,
  ...(pack === undefined ? {} : { freespins: progressOf(pack) }),
});

const progressOf = ({ played, total, accumulatedWin }: Pack): FreespinsProgress => ({
  played,
  total,
  isFinish: played >= total,
  accumulatedWin,
});

/** The rollback of a transaction. */
export const rollbackOf = (seat: Seat, transactionId: string): Rollback => ({
  ...baseOf(seat),
  type: 'rollback',
  transactionId,
});

/** What every callback of the session carries (section 6). */
const baseOf = ({
  launch,
  sessionId,
  parlour,
}: Seat): Omit<GetBalance, 'type' | 'gameId' | 'freespins'> => ({
  agentId: launch.agentId,
  sessionId,
  playerId: launch.playerId,
  playerUsername: launch.playerUsername,
  currency: launch.currency,
  language: launch.language,
  requestId: parlour.nextId(),
});
