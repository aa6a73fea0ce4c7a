import type { TriggerOrder } from '../api/schemas/hand-callbacks.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { progressOf } from '../games/callbacks.ts';
import type { Packs } from '../platform/packs.ts';
import { carriedSessionId, type GameSession, type Launch } from '../platform/sessions.ts';
import type { Callback, FreespinsProgress, Rollback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { rollbackOf } from '../wire/codec.ts';
import { callbackOfExchange } from '../wire/resend-exchange.ts';

/** What a callback by hand takes what is not said from. */
export interface CallbackByHandParts {
  readonly agent: AgentConfiguration;
  /** The session that the order names or means, where the platform knows it. */
  readonly session: GameSession | undefined;
  readonly games: readonly Game[];
  readonly sessionIds: Quirks['sessionId'];
  readonly packs: Pick<Packs, 'activeFor'>;
  /** A new id with each call. */
  readonly newId: () => string;
}

/** The callback that an order means: of a session, or of a player outside of any. */
export const callbackByHand = (order: TriggerOrder, parts: CallbackByHandParts): Callback => {
  const { newId } = parts;
  const base = baseOf(order, parts);
  switch (order.type) {
    case 'getBalance':
      return {
        ...base.common,
        type: 'getBalance',
        gameId: base.gameId,
        freespins: order.freespins ?? progressIn(parts.packs, base),
      };
    case 'makeBet':
      return {
        ...base.common,
        type: 'makeBet',
        bet: order.bet ?? '0',
        win: order.win ?? '0',
        transactionId: order.transactionId ?? newId(),
        gameRoundId: order.gameRoundId ?? newId(),
        roundFinished: order.roundFinished ?? true,
      };
    case 'rollback':
      return {
        ...base.common,
        type: 'rollback',
        transactionId: order.transactionId ?? newId(),
      };
  }
};

/** The rollback of the transaction of an earlier callback; a usage error where that has none. */
export const rollbackByHand = (exchange: Exchange, requestId: string): Rollback => {
  const callback = callbackOfExchange(exchange);
  switch (callback.type) {
    case 'makeBet':
      return rollbackOf(callback, requestId);
    case 'rollback':
      return { ...callback, requestId };
    case 'getBalance':
      throw nothingToRollBack();
  }
};

const nothingToRollBack = (): WalletproofError =>
  usageError('A getBalance has no transaction to roll back.', 'Choose a makeBet, or a rollback to repeat it.');

/** Section 3: while a pack is active, every getBalance of its player, game and currency tells of it. */
export const progressIn = (
  packs: Pick<Packs, 'activeFor'>,
  { common, gameId }: Base,
): FreespinsProgress | undefined => {
  const { agentId, playerId, currency } = common;
  const pack = packs.activeFor({ agentId, playerId, gameId, currency });
  return pack && progressOf(pack);
};

/** What every callback carries. */
export type Common = Omit<Rollback, 'type' | 'transactionId'>;

interface Base {
  readonly common: Common;
  readonly gameId: number;
}

const baseOf = (order: TriggerOrder, parts: CallbackByHandParts): Base => {
  const { agent, session, sessionIds, games, newId } = parts;
  const carried = session && carriedSessionId(session, sessionIds);
  const standing = standingOf(order, parts);
  return {
    gameId: session?.launch.gameId ?? games[0]?.id ?? anyGame,
    common: {
      agentId: agent.id,
      sessionId: carried ?? order.sessionId ?? `by-hand-${standing.playerId}`,
      ...standing,
      currency: order.currency ?? standing.currency,
      requestId: newId(),
    },
  };
};

/** Where there is no game at all. */
export const anyGame = 101;

type Standing = Pick<Launch, 'playerId' | 'playerUsername' | 'currency' | 'language'>;

/** What is said of the player goes before what the session says. */
const standingOf = (order: TriggerOrder, { agent, session }: CallbackByHandParts): Standing => {
  const launch = session?.launch;
  if (launch === undefined) return playerOf(order.playerId ?? agent.players[0]?.id, agent);
  const { playerId, playerUsername, currency, language } = launch;
  return order.playerId === undefined || order.playerId === playerId
    ? { playerId, playerUsername, currency, language }
    : { ...playerOf(order.playerId, agent), currency, language };
};

/** A player as configured, or one by name alone: an agent must refuse a player whom it does not know. */
const playerOf = (id = 'player-1', { players }: AgentConfiguration): Standing => {
  const player = players.find((each) => each.id === id);
  return {
    playerId: id,
    playerUsername: player?.username ?? id,
    currency: player?.currencies[0] ?? 'USD',
    language: player?.language ?? 'en',
  };
};
