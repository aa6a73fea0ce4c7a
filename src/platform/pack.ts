import type { AmountText, MakeBet } from '../spec/callback.ts';
import { type GameSession, sessionShape } from './create-sessions.ts';
import { isAbsentOr, isAmount, isListOf, isNumber, isOneOf, isShaped, isText, type Shape } from './kept-shape.ts';

/** Whose free spins: a pack is for one player, in one game and one currency. */
export interface PackHolder {
  readonly agentId: number;
  readonly playerId: string;
  readonly gameId: number;
  readonly currency: string;
}

/** A win that the agent has to confirm. */
export interface Due extends MakeBet {
  /** A rollback of it was sent and is not confirmed: until it is, only that is sent. */
  readonly cancelling?: true;
}

/** A pack of free spins. */
export interface Pack extends PackHolder {
  readonly freespinsId: string;
  readonly bet: AmountText;
  readonly total: number;
  readonly played: number;
  readonly accumulatedWin: AmountText;
  readonly status: 'active' | 'finished' | 'deleted';
  /** Unix milliseconds; never, when undefined. */
  readonly expiresAt: number | undefined;
  /** In which it was last played, as that was then; absent before the first spin. */
  readonly session?: GameSession;
  /**
   * It ended before all was played, and the agent has to hear of it. Then its win is `due`; `owed`: the
   * agent hears of the win first.
   */
  readonly closing?: 'due' | 'owed';
  /** Its wins that the agent has not confirmed; absent when there are none. */
  readonly owed?: readonly Due[];
}

/** What a file has of one. */
export const makeBetShape: Shape<MakeBet> = {
  ...{ type: isOneOf('makeBet'), agentId: isNumber, sessionId: isText, playerId: isText },
  ...{ playerUsername: isText, currency: isText, language: isText, requestId: isText },
  ...{ bet: isAmount, win: isAmount, transactionId: isText, gameRoundId: isText },
  roundFinished: isOneOf(true, false),
};

const dueShape: Shape<Due> = { ...makeBetShape, cancelling: isAbsentOr(isOneOf(true)) };

export const packShape: Shape<Pack> = {
  ...{ agentId: isNumber, playerId: isText, gameId: isNumber, currency: isText },
  ...{ freespinsId: isText, bet: isAmount, total: isNumber, played: isNumber },
  ...{ accumulatedWin: isAmount, status: isOneOf('active', 'finished', 'deleted') },
  ...{ expiresAt: isAbsentOr(isNumber), session: isAbsentOr(isShaped(sessionShape)) },
  ...{
    closing: isAbsentOr(isOneOf('due', 'owed')),
    owed: isAbsentOr(isListOf(isShaped(dueShape))),
  },
};
