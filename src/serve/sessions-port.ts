import type { AdminPorts } from '../api/create-admin-api.ts';
import type { LaunchOrder, SessionView } from '../api/schemas/sessions.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Catalogue } from '../platform/catalogue.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Demo } from '../platform/demos.ts';
import type { GameSession, Launch } from '../platform/sessions.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Context } from './context.ts';
import type { ServerOptions } from './server-options.ts';

/** The game sessions of the platform; more of them, and demos, by hand. */
export const createSessionsPort = (context: Context): AdminPorts['sessions'] => {
  const { sessions, demos, catalogue } = context.platform;
  const newId = createIds(context.options.dice.fork('hand').fork('sessions'));
  return {
    list: () => [
      ...sessions.list().map(({ session, state }) => sessionView(session, state, catalogue)),
      ...context.handSessions.list(),
    ],
    launch: (order) => {
      const launch = launchByHand(context, order, newId());
      return order.mode === 'demo'
        ? demoView(demos.create(launch), catalogue)
        : sessionView(sessions.create(launch), 'active', catalogue);
    },
    close: (sessionId) => {
      const closed = sessions.close(sessionId);
      if (closed === undefined) return undefined;
      publishSession(context, closed);
      return sessionView(closed, 'expired', catalogue);
    },
  };
};

/** A demo has no session (section 4, get_game_link_demo): its link stands for it. */
const demoView = ({ linkKey, launch, lastSeenAt }: Demo, catalogue: Pick<Catalogue, 'find'>): SessionView => {
  const { playerId, playerUsername, gameId, currency, language } = launch;
  return {
    playerId,
    playerUsername,
    gameId,
    currency,
    language,
    sessionId: `demo-${linkKey}`,
    game: catalogue.find(gameId)?.title,
    link: `/demo/${linkKey}`,
    createdAt: toInstant(lastSeenAt),
    lastSeenAt: toInstant(lastSeenAt),
    state: 'active',
  };
};

/** A game session as the dashboard shows it; its link opens while the session is active. */
const sessionView = (
  session: GameSession,
  state: SessionView['state'],
  catalogue: Pick<Catalogue, 'find'>,
): SessionView => {
  const { sessionId, linkKey, launch, createdAt, lastSeenAt, openedBy } = session;
  return {
    sessionId,
    agentSessionId: launch.agentSessionId,
    playerId: launch.playerId,
    playerUsername: launch.playerUsername,
    gameId: launch.gameId,
    game: catalogue.find(launch.gameId)?.title,
    currency: launch.currency,
    language: launch.language,
    link: state === 'active' ? `/play/${linkKey}` : undefined,
    openedBy,
    createdAt: toInstant(createdAt),
    lastSeenAt: toInstant(lastSeenAt),
    state,
  };
};

/** Tells that a session was created, seen or is over; nothing where it is not known any more. */
export const publishSession = (
  { bus, platform: { catalogue, sessions } }: Pick<Context, 'bus' | 'platform'>,
  { linkKey }: Pick<GameSession, 'linkKey'>,
): void => {
  if (!bus.hasListeners()) return;
  const looked = sessions.look(linkKey);
  if (looked.kind === 'unknown') return;
  const state = looked.kind === 'open' ? 'active' : 'expired';
  bus.publish({ kind: 'session', session: sessionView(looked.session, state, catalogue) });
};

const byHand = 'by-hand-';

/** The agent does not know of it. */
export const isLaunchedByHand = ({ agentSessionId }: Pick<Launch, 'agentSessionId'>): boolean =>
  agentSessionId.startsWith(byHand);

/** The launch that the agent would have asked for; a usage error where it would be refused. */
const launchByHand = ({ platform, options, baseUrl }: Context, order: LaunchOrder, newId: string): Launch => {
  const { playerId, gameId } = order;
  const agent = demandAgent(options, order.agentId);
  demandOffer(demandGame(platform.catalogue, gameId), order, agent);
  const player = agent.players.find(({ id }) => id === playerId);
  return {
    agentId: agent.id,
    agentSessionId: `${byHand}${newId}`,
    gameId,
    playerId,
    playerUsername: player?.username ?? playerId,
    language: player?.language ?? 'en',
    currency: order.currency ?? player?.currencies[0] ?? 'USD',
    homeUrl: `${baseUrl()}/`,
    ip: '127.0.0.1',
  };
};

const demandOffer = ({ id, title, demo }: Game, { mode }: LaunchOrder, agent: AgentConfiguration): void => {
  const isOffered = !agent.unavailableGames.includes(id);
  if (isOffered && (mode !== 'demo' || demo)) return;
  const [lack, remedy] = isOffered
    ? ['has no demo', 'Open it for real money, or choose another game.']
    : [`is not available to agent ${agent.id}`, 'Choose another game, or see unavailableGames.'];
  throw new WalletproofError('usage', `Game ${id} (${title}) ${lack}.`, remedy);
};

/** The agent of that id, else the one that everything by hand is about; a usage error where there is none. */
export const demandAgent = (
  { agents, agentId: mainAgentId }: Pick<ServerOptions, 'agents' | 'agentId'>,
  agentId = mainAgentId,
): AgentConfiguration => {
  const agent = agents.now.get(agentId);
  if (agent !== undefined) return agent;
  throw new WalletproofError(
    'usage',
    `There is no agent ${agentId}.`,
    'GET /__admin/agents lists them; POST /__admin/agents opens one.',
  );
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
