import { type Route, route } from './route.ts';
import type {
  AgentChangeOrder,
  AgentOrder,
  AgentVerdict,
  AgentView,
  IssuedToken,
  TokenOrder,
  VerdictQuery,
} from './schemas/agents.ts';
import { answers, requests } from './schemas/all-schemas.ts';
import { notFound } from './serve-route.ts';

/** What a manager of the platform does for agents. Undefined: there is no such agent. */
export interface AgentsPort {
  list(): readonly AgentView[];
  open(order: AgentOrder): Promise<IssuedToken>;
  change(agentId: number, change: AgentChangeOrder): Promise<AgentView | undefined>;
  renewToken(agentId: number, order: TokenOrder): IssuedToken | undefined;
  dropToken(agentId: number): AgentView | undefined;
  /** What is known of its answers and requests, once nothing is under way to it. */
  verdict(agentId: number, wait: VerdictQuery): Promise<AgentVerdict | undefined>;
  close(agentId: number): Promise<AgentView | undefined>;
}

/** Agents: opened, changed and given tokens while the platform serves. */
export const agentRoutes = (agents: AgentsPort): readonly Route[] => [
  listRoute(agents),
  openRoute(agents),
  route('PATCH /agents/:id', {
    name: 'changeAgent',
    tag: 'agents',
    summary: 'Change an agent',
    description: `Its callback URL, games, players or dialect. ${goesOn}`,
    params,
    body: requests.AgentChange,
    answer: { status: 200, schema: answers.Agent, description: 'The agent as it is now.' },
    missing,
    act: async ({ params: { id }, body }) => known(await agents.change(numberOf(id), body)),
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
    act: async ({ params: { id } }) => known(await agents.close(numberOf(id))),
  }),
  verdictRoute(agents),
  renewRoute(agents),
  route('DELETE /agents/:id/token', {
    name: 'dropToken',
    tag: 'agents',
    summary: 'Take the token of an agent away',
    description: 'From now on its requests are api_token_not_found, and no callback to it can be signed.',
    params,
    answer: { status: 200, schema: answers.Agent, description: 'The agent as it is now.' },
    missing,
    act: ({ params: { id } }) => known(agents.dropToken(numberOf(id))),
  }),
];

const goesOn =
  'Work in progress continues with the settings it started with. It lasts until the platform ends; nothing is written to the configuration file.';

const params = { id: 'Id of an agent (agent_id).' };

const missing = 'No agent has this id.';

const listRoute = (agents: Pick<AgentsPort, 'list'>): Route =>
  route('GET /agents', {
    name: 'listAgents',
    tag: 'agents',
    summary: 'List the agents',
    description: 'Agents as they are now; never their tokens.',
    answer: { status: 200, schema: answers.Agents, description: 'The agents.' },
    act: () => agents.list(),
  });

const verdictRoute = (agents: Pick<AgentsPort, 'verdict'>): Route =>
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
    act: async ({ params: { id }, query }) => known(await agents.verdict(numberOf(id), query)),
  });

const openRoute = (agents: AgentsPort): Route =>
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
    act: async ({ body }) => await agents.open(body),
  });

const renewRoute = (agents: AgentsPort): Route =>
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
    act: ({ params: { id }, body }) => known(agents.renewToken(numberOf(id), body)),
  });

const numberOf = (id: unknown): number => (/^\d{1,15}$/.test(String(id)) ? Number(id) : Number.NaN);

const known = <T>(found: T | undefined): T => {
  if (found !== undefined) return found;
  throw notFound(missing, 'GET /__admin/agents lists them; POST /__admin/agents opens one.');
};
