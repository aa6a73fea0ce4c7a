import type { Game } from '../formats/games.ts';
import { accountKey } from '../ledger/account.ts';
import type { Packs } from '../platform/packs.ts';
import { carriedSessionId, type Sessions } from '../platform/sessions.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { composeMessage, type MessageTerms } from '../wire/compose-message.ts';
import type { AgentConnection } from './agent-connections.ts';
import { anyGame, type Common, progressIn } from './callback-by-hand.ts';

/** What a getBalance is composed of. */
interface BalanceAsking {
  readonly sessions: Pick<Sessions, 'find' | 'list'>;
  readonly games: () => readonly Game[];
  readonly packs: Pick<Packs, 'activeFor'>;
  readonly quirks: Pick<Quirks, 'sessionId'>;
  /** A new id with each call. */
  readonly newId: () => string;
}

/** Gives the getBalance once it is answered, or known that it is not. */
export type BalanceAsker = (connection: AgentConnection, callback: Callback, terms: MessageTerms) => Promise<Exchange>;

/** Asks for the balance of the account of a callback; once for all who ask meanwhile. */
export const createBalanceAsker = (asking: BalanceAsking): BalanceAsker => {
  const underWay = new Map<string, Promise<Exchange>>();
  return async ({ courierFor, recipient }, callback, terms) => {
    const key = JSON.stringify([recipient.agentId, accountKey(callback)]);
    const asked = underWay.get(key) ?? courierFor('hand').send(composeMessage(balanceOf(callback, asking), terms));
    underWay.set(key, asked);
    return await asked.finally(() => underWay.delete(key));
  };
};

/** A getBalance of the account and the session of a callback. */
const balanceOf = (
  { agentId, sessionId, playerId, playerUsername, currency, language }: Callback,
  { packs, newId, ...asking }: BalanceAsking,
): Callback => {
  const player = { agentId, sessionId, playerId, playerUsername, currency, language };
  const common: Common = { ...player, requestId: newId() };
  const gameId = gameOf(sessionId, asking);
  return {
    ...common,
    type: 'getBalance',
    gameId,
    freespins: progressIn(packs, { common, gameId }),
  };
};

/** The game of the session that callbacks carry that id of; else the first of the list. */
const gameOf = (
  sessionId: string,
  { sessions, games, quirks }: Pick<BalanceAsking, 'sessions' | 'games' | 'quirks'>,
): number => {
  const carried =
    quirks.sessionId === 'platform'
      ? sessions.find(sessionId)
      : sessions.list().find(({ session }) => carriedSessionId(session, quirks.sessionId) === sessionId)?.session;
  return carried?.launch.gameId ?? games()[0]?.id ?? anyGame;
};
