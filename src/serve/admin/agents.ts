import type { AgentChangeOrder, AgentOrder, AgentView, IssuedToken, TokenOrder } from '../../api/schemas/agents.ts';
import { answers, requests } from '../../api/schemas/all-schemas.ts';
import { notFound } from '../../api/serve-route.ts';
import { isUrlMasked, shownUrl } from '../../base/shown.ts';
import type { AgentConfiguration, PlayerConfiguration } from '../../formats/configuration.ts';
import type { Catalogue } from '../../platform/catalogue.ts';
import { usageError, type WalletproofError } from '../../spec/walletproof-error.ts';
import { checkTarget } from '../../wire/check-target.ts';
import { agentVerdict } from '../agent-verdict.ts';
import { type Context, endAgent } from '../context.ts';
import type { AgentChange, ServedAgents } from '../served-agents.ts';
import { type AdminRoute, route } from './route.ts';
import { demandGame } from './sessions.ts';

const goesOn =
  'Work in progress continues with the settings it started with. It lasts until the platform ends; nothing is written to the configuration file.';

const params = { id: 'Id of an agent (agent_id).' };

const missing = 'No agent has this id.';

/** Agents: opened, changed and given tokens while the platform serves. */
export const agentRoutes: readonly AdminRoute[] = [
  route('GET /agents', {
    name: 'listAgents',
    tag: 'agents',
    summary: 'List the agents',
    description: 'Agents as they are now; never their tokens.',
    answer: { status: 200, schema: answers.Agents, description: 'The agents.' },
    act: ({ context }) => listAgents(context),
  }),
  route('GET /agents/health', {
    name: 'agentHealth',
    tag: 'agents',
    summary: 'Show whether the main agent answers',
    description: 'How many callbacks it has answered and how fast, and since when it does not answer.',
    answer: { status: 200, schema: answers.AgentHealth, description: 'How the agent is.' },
    act: ({ context: { health } }) => health.view(),
  }),
  route('POST /agents', {
    name: 'openAgent',
    tag: 'agents',
    summary: 'Open an agent',
    description: `Opens an agent with accounts, sessions and a judgement of its own, so that many tests can run side by side; with a random token when none is given. ${goesOn}`,
    body: requests.AgentOrder,
    answer: {
      ...{ status: 201, schema: answers.IssuedToken, showsToken: true },
      description: 'The agent, and its token this once where none was given.',
    },
    act: async ({ context, body }) => await openAgent(context, body),
  }),
  route('PATCH /agents/:id', {
    name: 'changeAgent',
    tag: 'agents',
    summary: 'Change an agent',
    description: `Its callback URL, games, players or dialect. ${goesOn}`,
    params,
    body: requests.AgentChange,
    answer: { status: 200, schema: answers.Agent, description: 'The agent as it is now.' },
    missing,
    act: async ({ context, params: { id }, body }) => await changeAgent(context, numberOf(id), body),
  }),
  route('DELETE /agents/:id', {
    name: 'closeAgent',
    tag: 'agents',
    summary: 'End an agent',
    description:
      'Ends an agent that was opened here, after its calls in progress are interrupted: its sessions, packs, deliveries, faults and accounts are gone. Its exchanges stay in the journal.',
    params,
    answer: { status: 200, schema: answers.Agent, description: 'The agent as it was.' },
    missing,
    act: async ({ context, params: { id } }) => await closeAgent(context, numberOf(id)),
  }),
  route('GET /agents/:id/verdict', {
    name: 'getVerdict',
    tag: 'agents',
    summary: 'Judge an agent',
    description:
      'The verdict on everything that the agent answered and asked since it was opened, except callbacks of runs. Waits until no call to it is in progress.',
    params,
    query: requests.VerdictQuery,
    answer: { status: 200, schema: answers.AgentVerdict, description: 'The verdict.' },
    missing,
    act: async ({ context, params: { id }, query: { waitMs } }) => {
      const agentId = agentOf(context, numberOf(id)).id;
      return await agentVerdict(context, { agentId, waitMs, afterSeq: context.opened.since(agentId) });
    },
  }),
  route('POST /agents/:id/token', {
    name: 'renewToken',
    tag: 'agents',
    summary: 'Regenerate the token of an agent',
    description:
      'Requests that are signed with the old token are invalid_signature at once; the next callback is signed with the new one. A delivery that is under way ends with the old one.',
    params,
    body: requests.TokenOrder,
    answer: {
      ...{ status: 200, schema: answers.IssuedToken, showsToken: true },
      description: 'The agent, and its new token this once where none was given.',
    },
    missing,
    act: ({ context, params: { id }, body }) => renewToken(context, numberOf(id), body),
  }),
  route('DELETE /agents/:id/token', {
    name: 'dropToken',
    tag: 'agents',
    summary: 'Take the token of an agent away',
    description: 'From now on its requests are api_token_not_found, and no callback to it can be signed.',
    params,
    answer: { status: 200, schema: answers.Agent, description: 'The agent as it is now.' },
    missing,
    act: ({ context, params: { id } }) => dropToken(context, numberOf(id)),
  }),
];

const numberOf = (id: unknown): number => (/^\d{1,15}$/.test(String(id)) ? Number(id) : Number.NaN);

/** The agent as it is now; a Refusal where there is none of that id. */
const agentOf = ({ options: { agents } }: Context, id: number): AgentConfiguration => {
  const agent = agents.now.get(id);
  if (agent !== undefined) return agent;
  throw notFound(missing, 'GET /__admin/agents lists them; POST /__admin/agents opens one.');
};

export const listAgents = (context: Context): readonly AgentView[] =>
  [...context.options.agents.now.values()].map((agent) => agentView(agent, context));

export const openAgent = async (context: Context, order: AgentOrder): Promise<IssuedToken> => {
  const { opened, options } = context;
  const { agents, newToken } = options;
  const change = await changeOf(order, context);
  await opened.settle(order.id);
  // Now: another one may have come while the URL was looked into.
  const id = order.id ?? opened.freeId();
  demandNew(id, agents);
  const token = order.token === null ? undefined : (order.token ?? newToken());
  agents.open({ ...emptyAgent, ...change, id, token });
  opened.begin(id);
  return issued(context, { id, token, given: order.token });
};

const emptyAgent = { unavailableGames: [], players: [] } as const;

export const changeAgent = async (context: Context, id: number, order: AgentChangeOrder): Promise<AgentView> => {
  const change = await changeOf(withoutShownUrl(order, agentOf(context, id)), context);
  // It may have gone while the URL was looked into.
  agentOf(context, id);
  context.options.agents.change(id, change);
  return agentView(agentOf(context, id), context);
};

export const renewToken = (context: Context, id: number, { token: given }: TokenOrder): IssuedToken => {
  const { agents, newToken } = context.options;
  agentOf(context, id);
  const token = given ?? newToken();
  agents.change(id, { token });
  return issued(context, { id, token, given });
};

export const dropToken = (context: Context, id: number): AgentView => {
  agentOf(context, id);
  context.options.agents.change(id, { token: undefined });
  return agentView(agentOf(context, id), context);
};

export const closeAgent = async (context: Context, id: number): Promise<AgentView> => {
  const { agents } = context.options;
  const view = agentView(agentOf(context, id), context);
  demandOwn(id, agents);
  agents.close(id);
  await endAgent(context, id);
  return view;
};

interface Issuing {
  readonly id: number;
  readonly token: string | undefined;
  /** The token, where who ordered it has chosen it: it is not shown. */
  readonly given: string | null | undefined;
}

const issued = (context: Context, { id, token, given }: Issuing): IssuedToken => {
  const known = { agent: agentView(agentOf(context, id), context), baseUrl: context.baseUrl() };
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
  const unavailableGames = unavailableOf(order, catalogue);
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
  catalogue: Pick<Catalogue, 'find' | 'games'>,
): readonly number[] | undefined => {
  for (const id of unavailableGames ?? availableGames ?? []) demandGame(catalogue, id);
  if (availableGames === undefined) return unavailableGames && [...new Set(unavailableGames)];
  return catalogue.games().flatMap(({ id }) => (availableGames.includes(id) ? [] : [id]));
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

const usage = (message: string, remedy: string): WalletproofError => usageError(message, remedy);
