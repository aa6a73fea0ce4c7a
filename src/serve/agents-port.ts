import type { AdminPorts } from '../api/create-admin-api.ts';
import type { AgentChangeOrder, AgentOrder, AgentView, IssuedToken } from '../api/schemas/agents.ts';
import { isUrlMasked, shownUrl } from '../base/shown.ts';
import type { AgentConfiguration, PlayerConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { checkTarget } from '../wire/check-target.ts';
import { agentVerdict } from './agent-verdict.ts';
import { type Context, endAgent } from './context.ts';
import { type AgentChange, type ServedAgents, servedBounds } from './served-agents.ts';

/** What a manager does for agents while the platform serves. Nothing of it is stored. */
export const createAgentsPort = (context: Context): AdminPorts['agents'] => {
  const { agents, newToken } = context.options;
  const { clock, connections, recorder } = context;
  const opened = createOpenedAgents(context);
  const agentOf = (agentId: number): AgentConfiguration | undefined => agents.now.get(agentId);
  const viewOf = (agentId: number): AgentView | undefined => {
    const agent = agentOf(agentId);
    return agent && agentView(agent, context);
  };
  return {
    list: () => [...agents.now.values()].map((agent) => agentView(agent, context)),
    open: async (order) => await openAgent(order, { context, opened, viewOf }),
    change: async (agentId, order) => {
      const agent = agentOf(agentId);
      if (agent === undefined) return undefined;
      const change = await changeOf(withoutShownUrl(order, agent), context);
      if (agentOf(agentId) === undefined) return undefined;
      agents.change(agentId, change);
      return viewOf(agentId);
    },
    renewToken: (agentId, { token: given }) => {
      if (agentOf(agentId) === undefined) return undefined;
      const token = given ?? newToken();
      agents.change(agentId, { token });
      return issued(context, { agent: viewOf(agentId), token, given });
    },
    verdict: async (agentId, { waitMs }) =>
      agentOf(agentId) &&
      (await agentVerdict(
        { clock, connections, journal: recorder.journal },
        { agentId, waitMs, afterSeq: opened.since(agentId) },
      )),
    dropToken: (agentId) => {
      if (agentOf(agentId) !== undefined) agents.change(agentId, { token: undefined });
      return viewOf(agentId);
    },
    close: async (agentId) => {
      const view = viewOf(agentId);
      if (view === undefined) return undefined;
      demandOwn(agentId, agents);
      agents.close(agentId);
      await endAgent(context, agentId);
      return view;
    },
  };
};

interface Opening {
  readonly context: Context;
  readonly opened: ReturnType<typeof createOpenedAgents>;
  readonly viewOf: (agentId: number) => AgentView | undefined;
}

const openAgent = async (order: AgentOrder, { context, opened, viewOf }: Opening): Promise<IssuedToken> => {
  const { agents, newToken } = context.options;
  const change = await changeOf(order, context);
  await opened.settle(order.id);
  // Now: another one may have come while the URL was looked into.
  const id = order.id ?? opened.freeId();
  demandNew(id, agents);
  const token = order.token === null ? undefined : (order.token ?? newToken());
  agents.open({ ...emptyAgent, ...change, id, token });
  opened.begin(id);
  return issued(context, { agent: viewOf(id), token, given: order.token });
};

const emptyAgent = { unavailableGames: [], players: [] } as const;

/** Agents that the manager opened: their ids, and where in the journal each one begins. */
const createOpenedAgents = ({ options: { agents }, recorder: { journal } }: Context) => {
  const since = new Map<number, number>();
  let nextId = firstFreeId;
  return {
    /** Never one that was given before. */
    freeId: (): number => {
      while (agents.now.has(nextId)) nextId += 1;
      nextId += 1;
      return nextId - 1;
    },
    /** What an earlier agent of that id said has its place in the journal then. */
    settle: async (id: number | undefined): Promise<void> => {
      if (id !== undefined && since.has(id)) await journal.flush();
    },
    begin: (id: number): void => {
      since.delete(id);
      since.set(id, journal.bounds().lastSeq);
      const [oldest] = since.keys();
      if (since.size > mostOpened && oldest !== undefined) since.delete(oldest);
    },
    since: (id: number): number => since.get(id) ?? 0,
  };
};

const firstFreeId = 2001;
/** Agents whose beginning is known: as many as are open at most, and as many that have ended. */
const mostOpened = 2 * servedBounds.agents;

interface Issuing {
  readonly agent: AgentView | undefined;
  readonly token: string | undefined;
  /** The token, where who ordered it has chosen it: it is not shown. */
  readonly given: string | null | undefined;
}

const issued = ({ baseUrl }: Context, { agent, token, given }: Issuing): IssuedToken => {
  if (agent === undefined) throw new Error('An agent was given a token and is gone.');
  const known = { agent, baseUrl: baseUrl() };
  if (token === undefined) {
    const note = 'The agent has no token: its requests are api_token_not_found.';
    return { ...known, note };
  }
  return given === undefined
    ? { ...known, token, note: shownOnce }
    : { ...known, note: 'The token is the one that you gave. It is shown nowhere.' };
};

const shownOnce =
  'The token is shown this once: keep it where the agent reads it. It is forgotten when the platform ends.';

const agentView = (agent: AgentConfiguration, { options, connections }: Context): AgentView => {
  const { agents, agentId } = options;
  const { id, token, callbackUrl, dialect, unavailableGames, players } = agent;
  return {
    id,
    hasToken: token !== undefined,
    callbackUrl: callbackUrl && shownUrl(callbackUrl),
    dialect,
    signedIn: connections.dialectOf(id),
    unavailableGames,
    players,
    source: agents.sourceOf(id),
    changed: agents.changesOf(id),
    isMain: id === agentId,
  };
};

/** What an order sets; a WalletproofError where it cannot be had. `null` takes a value away. */
const changeOf = async (
  order: Omit<AgentOrder, 'id'> | AgentChangeOrder,
  { options: { allowPublicTarget }, platform: { catalogue } }: Context,
): Promise<AgentChange> => {
  const { callbackUrl, dialect, players } = order;
  if (typeof callbackUrl === 'string') {
    demandWhole(callbackUrl);
    const forbidden = await checkTarget(callbackUrl, { allowPublicTarget });
    if (forbidden !== undefined) throw forbidden;
  }
  const unavailableGames = unavailableOf(order, catalogue.games());
  return {
    ...(callbackUrl === undefined ? {} : { callbackUrl: callbackUrl ?? undefined }),
    ...(dialect === undefined ? {} : { dialect: dialect ?? undefined }),
    ...(players === undefined ? {} : { players: playersOf(players) }),
    ...(unavailableGames === undefined ? {} : { unavailableGames }),
  };
};

/** The URL as it was shown is no other one: whoever gives it back means that it stays. */
const withoutShownUrl = (order: AgentChangeOrder, { callbackUrl: url }: AgentConfiguration): AgentChangeOrder => {
  const { callbackUrl, ...others } = order;
  const isShown = url !== undefined && callbackUrl !== url && callbackUrl === shownUrl(url);
  return isShown ? others : order;
};

const demandWhole = (callbackUrl: string): void => {
  if (!isUrlMasked(callbackUrl)) return;
  throw usage(
    `${callbackUrl} has asterisks in place of its secrets.`,
    'Write user, password and the query values again, or leave callbackUrl out to keep it.',
  );
};

const unavailableOf = (
  { unavailableGames, availableGames }: Pick<AgentOrder, 'unavailableGames' | 'availableGames'>,
  games: readonly Game[],
): readonly number[] | undefined => {
  const ids = games.map(({ id }) => id);
  const unknown = (unavailableGames ?? availableGames ?? []).find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw usage(`There is no game ${unknown}.`, 'GET /__admin/setup lists the games, each with its id.');
  }
  if (availableGames === undefined) return unavailableGames && [...new Set(unavailableGames)];
  return ids.filter((id) => !availableGames.includes(id));
};

const playersOf = (players: NonNullable<AgentOrder['players']>): readonly PlayerConfiguration[] => {
  const ids = players.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw usage(`The player ${JSON.stringify(twice)} is given twice.`, 'Give each player once.');
  }
  return players.map((player) => ({ ...player, username: player.username ?? player.id }));
};

const demandNew = (id: number, { now }: ServedAgents): void => {
  if (!now.has(id)) return;
  throw usage(
    `An agent with the id ${id} already exists.`,
    `PATCH /__admin/agents/${id} changes it, POST /__admin/agents/${id}/token gives it another token.`,
  );
};

const demandOwn = (agentId: number, { sourceOf }: ServedAgents): void => {
  if (sourceOf(agentId) === 'admin') return;
  throw usage(
    `Agent ${agentId} is in the configuration.`,
    'Take it out of the configuration file, which is read again when it changes; or take its token away.',
  );
};

const usage = (message: string, remedy: string): WalletproofError => new WalletproofError('usage', message, remedy);
