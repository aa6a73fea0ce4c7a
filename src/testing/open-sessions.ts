import type { PlayerConfiguration } from '../formats/configuration.ts';
import { carriedSessionId } from '../platform/sessions.ts';
import type { WantedSession } from '../run/session-book.ts';
import type { WalletproofError } from '../spec/walletproof-error.ts';
import type { OpenAgent } from './open-agent.ts';
import type { ReadOptions } from './platform-options.ts';
import { createSession, type PlatformSession } from './session.ts';
import { checkKeys, usage } from './wrong-use.ts';

/** Whose session is opened. */
export interface SessionOrder {
  /** player_id; the first of the platform's players when absent. */
  readonly player?: string;
  /** The player's main one when absent. */
  readonly currency?: string;
  /** game_id; the platform's `game` when absent. */
  readonly game?: number;
}

/** The sessions of a platform for tests. */
export interface TestSessions {
  open(order?: SessionOrder): Promise<PlatformSession>;
  reset(): void;
}

export const createSessions = (options: ReadOptions, agent: OpenAgent): TestSessions => {
  let count = 0;
  let resets = 0;
  return {
    open: async (order = {}) => {
      checkKeys(order, ['player', 'currency', 'game'], 'openSession');
      count += 1;
      const wanted = { ...wantedOf(options, order), name: `s${resets}-${count}` };
      return await openSession(options, agent, wanted);
    },
    reset: () => {
      resets += 1;
    },
  };
};

interface Wanted extends WantedSession {
  readonly player: PlayerConfiguration;
}

const wantedOf = ({ settings, games }: ReadOptions, order: SessionOrder): Omit<Wanted, 'name'> => {
  const { players } = settings;
  const { player: playerId = players[0]?.id ?? '', game = settings.gameId } = order;
  const player = players.find(({ id }) => id === playerId);
  if (player === undefined) {
    throw usage(
      `The platform has no player ${JSON.stringify(playerId)}.`,
      `It was started with: ${players.map(({ id }) => id).join(', ')}.`,
    );
  }
  const { currency = player.currencies[0] ?? 'USD' } = order;
  if (!player.currencies.includes(currency)) {
    throw usage(
      `${playerId} has no account in ${JSON.stringify(currency)}.`,
      `Name one of ${player.currencies.join(', ')}, or start the platform with '${playerId}:${[...player.currencies, currency].join(',')}'.`,
    );
  }
  if (!games.some(({ id }) => id === game)) {
    const ids = games.map(({ id }) => id).join(', ');
    throw usage(`The platform has no game ${game}.`, `Name one of its games: ${ids}.`);
  }
  return { player, playerId, currency, gameId: game };
};

const openSession = async (options: ReadOptions, agent: OpenAgent, wanted: Wanted): Promise<PlatformSession> => {
  const { server, desk, signal } = agent;
  const { platform } = server.context;
  const sessionId =
    options.hooks.launch === undefined
      ? createOwn(options, agent, wanted)
      : await desk.inTurn(async ({ sessions }) => {
          await sessions.open([wanted]);
          return sessions.idOf(wanted);
        });
  if (sessionId === undefined) throw notLaunched(desk.book.play.context.sessions.problem());
  const session = platform.sessions.find(sessionId) ?? newest(server, wanted);
  return createSession({
    ...{ desk, name: wanted.name, game: wanted.gameId, currency: wanted.currency },
    id: sessionId,
    player: wanted.playerId,
    playerNumber: options.settings.players.indexOf(wanted.player) + 1,
    url: `${server.url}/play/${session?.linkKey ?? ''}`,
    signal: () => signal,
    close: async () => {
      if (session !== undefined) platform.sessions.close(session.sessionId);
    },
  });
};

const newest = ({ context }: OpenAgent['server'], { playerId, currency }: Wanted) =>
  context.platform.sessions
    .list()
    .find(({ session: { launch } }) => launch.playerId === playerId && launch.currency === currency)?.session;

/** A session that the agent has not asked for. */
const createOwn = (
  { settings }: ReadOptions,
  { server: { context, url }, nameSession }: OpenAgent,
  { player, currency, gameId, name }: Wanted,
): string => {
  const session = context.platform.sessions.create({
    ...{ agentId: settings.agent.id, agentSessionId: name, gameId, currency },
    ...{ playerId: player.id, playerUsername: player.username, language: player.language },
    ...{ homeUrl: url, ip: '127.0.0.1' },
  });
  nameSession(name, carriedSessionId(session, settings.configuration.quirks.sessionId));
  return session.sessionId;
};

const notLaunched = (problem: string | undefined): WalletproofError =>
  usage(
    `No session was opened: ${problem ?? 'the agent asked for no link.'}`,
    'Let hooks.launch make the agent ask platform.url for a link by get_game_link.',
  );
