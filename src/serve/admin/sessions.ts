import { answers, requests } from '../../api/schemas/all-schemas.ts';
import type { LaunchOrder, SessionView } from '../../api/schemas/sessions.ts';
import type { AgentConfiguration } from '../../formats/configuration.ts';
import type { Game } from '../../formats/games.ts';
import type { Catalogue } from '../../platform/catalogue.ts';
import type { Launch } from '../../platform/sessions.ts';
import { usageError } from '../../spec/walletproof-error.ts';
import type { Context } from '../context.ts';
import type { ServerOptions } from '../server-options.ts';
import { demoView, launchedByHand, publishSession, sessionView } from '../views.ts';
import { type AdminRoute, route } from './route.ts';

/** Players, and their sessions. */
export const sessionRoutes: readonly AdminRoute[] = [
  route('GET /players', {
    name: 'listPlayers',
    tag: 'play',
    summary: 'List accounts',
    description: 'Each account of each player, as the ledger has followed it since its first callback.',
    answer: { status: 200, schema: answers.AccountStatements, description: 'The accounts.' },
    act: ({ context }) => context.accounts.statements(),
  }),
  route('POST /players/ask', {
    name: 'askBalances',
    tag: 'play',
    summary: 'Ask the balances in a quiet moment',
    description:
      'Holds callbacks back until those under way are answered, and asks the balance of each account that is followed: from then on the next answers can be judged.',
    answer: { status: 200, schema: answers.SentByHand, description: 'What was asked, and the answers.' },
    act: async ({ context: { hand } }) => await hand.askQuietly(),
  }),
  route('GET /sessions', {
    name: 'listSessions',
    tag: 'play',
    summary: 'List sessions',
    description: 'Game sessions, and sessions that only callbacks by hand know.',
    answer: { status: 200, schema: answers.Sessions, description: 'The sessions.' },
    act: ({ context }) => listSessions(context),
  }),
  route('POST /sessions', {
    name: 'launch',
    tag: 'play',
    summary: 'Open a game',
    description: 'Opens a session as if the agent had asked for a launch link, or a demo.',
    body: requests.LaunchOrder,
    answer: { status: 201, schema: answers.Session, description: 'The session, and its link.' },
    act: ({ context, body }) => launch(context, body),
  }),
  route('DELETE /sessions/:id', {
    name: 'closeSession',
    tag: 'play',
    summary: 'Close a session',
    description:
      'Ends a session as if it had been idle too long: its link opens no more, its open round is abandoned, and a pack of free spins that was begun in it ends.',
    params: { id: 'Id of a session (sessionId).' },
    answer: { status: 200, schema: answers.Session, description: 'The session, expired.' },
    missing: 'No session has this id.',
    act: ({ context, params: { id = '' } }) => closeSession(context, id),
  }),
];

/** The game sessions of the platform, and those that only callbacks by hand know. */
export const listSessions = ({ platform: { sessions, catalogue }, handSessions }: Context): readonly SessionView[] => [
  ...sessions.list().map(({ session, state }) => sessionView(session, state, catalogue)),
  ...handSessions.list(),
];

export const launch = (context: Context, order: LaunchOrder): SessionView => {
  const { sessions, demos, catalogue } = context.platform;
  const asked = launchByHand(context, order);
  return order.mode === 'demo'
    ? demoView(demos.create(asked), catalogue)
    : sessionView(sessions.create(asked), 'active', catalogue);
};

export const closeSession = (context: Context, sessionId: string): SessionView | undefined => {
  const { sessions, catalogue } = context.platform;
  const closed = sessions.close(sessionId);
  if (closed === undefined) return undefined;
  publishSession(context, closed);
  return sessionView(closed, 'expired', catalogue);
};

/** The launch that the agent would have asked for; a usage error where it would be refused. */
const launchByHand = (context: Context, order: LaunchOrder): Launch => {
  const { options, platform, baseUrl } = context;
  const { playerId, gameId } = order;
  const agent = demandAgent(options, order.agentId);
  demandOffer(demandGame(platform.catalogue, gameId), order, agent);
  const player = agent.players.find(({ id }) => id === playerId);
  return {
    agentId: agent.id,
    agentSessionId: launchedByHand(context.newLaunchId()),
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
  throw usageError(`Game ${id} (${title}) ${lack}.`, remedy);
};

/** The agent of that id, else the one that everything by hand is about; a usage error where there is none. */
export const demandAgent = (
  { agents, agentId: mainAgentId }: Pick<ServerOptions, 'agents' | 'agentId'>,
  agentId = mainAgentId,
): AgentConfiguration => {
  const agent = agents.now.get(agentId);
  if (agent !== undefined) return agent;
  throw usageError(`There is no agent ${agentId}.`, 'GET /__admin/agents lists them; POST /__admin/agents opens one.');
};

/** The game of that id; a usage error where there is none. */
export const demandGame = (catalogue: Pick<Catalogue, 'find'>, gameId: number): Game => {
  const game = catalogue.find(gameId);
  if (game !== undefined) return game;
  throw usageError(`There is no game ${gameId}.`, 'GET /__admin/setup lists the games, each with its id.');
};
