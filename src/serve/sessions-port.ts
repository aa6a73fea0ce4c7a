import type { AdminPorts } from '../api/admin-ports.ts';
import type { AgentConfiguration } from '../formats/default-configuration.ts';
import type { Game } from '../formats/games.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Catalogue } from '../platform/create-catalogue.ts';
import type { Demo } from '../platform/create-demos.ts';
import type { Platform } from '../platform/create-platform.ts';
import type { GameSession, Launch } from '../platform/create-sessions.ts';
import type { LaunchOrder } from '../spec/admin/orders.ts';
import type { SessionView } from '../spec/admin/views.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

interface SessionsPortOptions extends Omit<HandLaunchOptions, 'catalogue' | 'baseUrl'> {
  readonly platform: Pick<Platform, 'sessions' | 'demos' | 'catalogue'>;
  readonly baseUrl: () => string;
}

/** The game sessions of the platform; more of them, and demos, by hand. */
export const createSessionsPort = (options: SessionsPortOptions): AdminPorts['sessions'] => {
  const { platform } = options;
  const { catalogue } = platform;
  return {
    list: () =>
      platform.sessions
        .list()
        .map(({ session, state }) => sessionView({ session, state, catalogue })),
    launch: (order) => {
      const launch = launchByHand(order, { ...options, catalogue, baseUrl: options.baseUrl() });
      if (order.mode === 'demo') return demoView(platform.demos.create(launch), platform);
      const session = platform.sessions.create(launch);
      return sessionView({ session, state: 'active', catalogue });
    },
  };
};

/** A demo has no session (section 4, get_game_link_demo): its link stands for it. */
const demoView = (
  { linkKey, launch, lastSeenAt }: Demo,
  { catalogue }: Pick<Platform, 'catalogue'>,
): SessionView => {
  const { playerId, playerUsername, gameId, currency, language } = launch;
  const game = catalogue.find(gameId)?.title;
  return {
    ...{ playerId, playerUsername, gameId, currency, language },
    sessionId: `demo-${linkKey}`,
    ...(game === undefined ? {} : { game }),
    link: `/demo/${linkKey}`,
    createdAt: toInstant(lastSeenAt),
    lastSeenAt: toInstant(lastSeenAt),
    state: 'active',
  };
};

interface SessionStanding {
  readonly session: GameSession;
  readonly state: SessionView['state'];
  readonly catalogue: Catalogue;
}

/** A game session as the dashboard shows it; its link opens while the session is active. */
export const sessionView = ({ session, state, catalogue }: SessionStanding): SessionView => {
  const { sessionId, linkKey, launch, createdAt, lastSeenAt } = session;
  const game = catalogue.find(launch.gameId)?.title;
  return {
    sessionId,
    agentSessionId: launch.agentSessionId,
    playerId: launch.playerId,
    playerUsername: launch.playerUsername,
    gameId: launch.gameId,
    ...(game === undefined ? {} : { game }),
    currency: launch.currency,
    language: launch.language,
    ...(state === 'active' ? { link: `/play/${linkKey}` } : {}),
    createdAt: toInstant(createdAt),
    lastSeenAt: toInstant(lastSeenAt),
    state,
  };
};

interface HandLaunchOptions {
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly agent: AgentConfiguration;
  readonly baseUrl: string;
  /** A new id with each call. */
  readonly newId: () => string;
}

/** The launch that the agent would have asked for; a usage error where it would be refused. */
const launchByHand = (
  order: LaunchOrder,
  { catalogue, agent, baseUrl, newId }: HandLaunchOptions,
): Launch => {
  const { playerId, gameId } = order;
  demandOffer(demandGame(catalogue, gameId), order, agent);
  const player = agent.players.find(({ id }) => id === playerId);
  return {
    agentId: agent.id,
    agentSessionId: `by-hand-${newId()}`,
    gameId,
    playerId,
    playerUsername: player?.username ?? playerId,
    language: player?.language ?? 'en',
    currency: order.currency ?? player?.currencies[0] ?? 'USD',
    homeUrl: `${baseUrl}/`,
    ip: '127.0.0.1',
  };
};

const demandOffer = (
  { id, title, demo }: Game,
  { mode }: LaunchOrder,
  agent: AgentConfiguration,
): void => {
  const isOffered = !agent.unavailableGames.includes(id);
  if (isOffered && (mode !== 'demo' || demo)) return;
  const [lack, remedy] = isOffered
    ? ['has no demo', 'Open it for real money, or choose another game.']
    : [`is not available to agent ${agent.id}`, 'Choose another game, or see unavailableGames.'];
  throw new WalletproofError('usage', `Game ${id} (${title}) ${lack}.`, remedy);
};

/** The game of that id; a usage error where there is none. */
export const demandGame = (catalogue: Pick<Catalogue, 'find'>, gameId: number): Game => {
  const game = catalogue.find(gameId);
  if (game !== undefined) return game;
  throw new WalletproofError(
    'usage',
    `There is no game ${gameId}.`,
    'GET /__admin/setup lists the games, each with its id.',
  );
};
