import { type Clock, realTimeOf } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { AgentConfiguration, Configuration } from '../formats/configuration.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import { durationOf } from '../formats/written-time.ts';
import type { LiveJudge, LiveStart } from '../judge/live/judge.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Recipient } from '../wire/compose-message.ts';
import type { Courier } from '../wire/create-courier.ts';
import type { MessageSender } from '../wire/deliver.ts';
import { createSteadyPace } from '../wire/pace.ts';
import type { AgentMemory } from './agent-memory.ts';
import { type AgentState, createAgentStates } from './agent-states.ts';
import { createDialects, type SearchDialect } from './dialects-of-agents.ts';
import { createSpeaking } from './speak-dialect.ts';
import { createWatchedSend } from './watched-send.ts';

/** The connection to one agent: what is sent over it is recorded, and judged by its answer. */
export interface AgentConnection {
  readonly agent: AgentConfiguration;
  readonly recipient: Recipient;
  readonly judge: LiveJudge;
  /** Aborts when the agent has ended, or the platform closes: what waits to be sent is not sent. */
  readonly signal: AbortSignal;
  /** Waits for the work, which is under way meanwhile: `whenIdle` waits for it, too. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Sends messages of that origin; whether their transaction_id is new to any agent. */
  courierFor(origin: Exchange['origin'], transaction?: LiveStart['transaction']): MessageSender;
}

interface AgentConnectionsOptions {
  /** Those that there are; looked at anew with each use of a connection. */
  readonly agents: ReadonlyMap<number, AgentConfiguration>;
  /** How callbacks are sent from now on. */
  readonly callbacks: () => Pick<Configuration['callbacks'], 'timeout'>;
  readonly quirks: Quirks;
  readonly record: RecordExchange;
  /** Takes the secrets out of an exchange, before it is recorded and judged. */
  readonly mask: (exchange: Exchange) => Exchange;
  readonly keep: (judgement: ExchangeJudgement) => void;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly allowPublicTarget: boolean;
  /** PEM: authorities that are trusted besides those of Node. */
  readonly ca?: string;
  /** Calls a second that are not exceeded. */
  readonly ratePerSecond?: number;
  /** What is known of agents from earlier runs; nothing is remembered where it is absent. */
  readonly memory?: AgentMemory;
  /** Looks for the dialect that an agent verifies; nobody looks where it is absent. */
  readonly searchDialect?: SearchDialect;
  /** Told of a dialect that was found. */
  readonly onDialect?: (agentId: number, dialect: string) => void;
  /** Ends every delivery. */
  readonly signal?: AbortSignal;
  /** Told what went wrong in judging. */
  readonly onError: (error: unknown) => void;
}

/** The connections to all agents. */
export interface AgentConnections {
  /**
   * The connection as the agent is now, or a sentence that says why there is none. Whoever holds one
   * goes on with the token, the URL and the time limit that it has; that of an agent which is gone
   * serves the sessions that are open.
   */
  to(agentId: number): Promise<AgentConnection | string>;
  /** Whether there is somewhere to call: an agent that was closed is still called where it was. */
  hasAddress(agentId: number): boolean;
  /** Those that were used so far. */
  open(): readonly AgentConnection[];
  /** From now on callbacks to that agent are signed in the dialect, unless another one is configured. */
  useDialect(agentId: number, dialect: string): void;
  /** The dialect that callbacks to that agent are signed in; undefined for the one of most agents. */
  dialectOf(agentId: number): string | undefined;
  /** Resolves once nothing is sent to that agent, and nothing waits to be sent again. */
  whenIdle(agentId: number): Promise<void>;
  /** Interrupts what is under way to an agent, waits until it is recorded, and forgets what is known of its accounts. */
  end(agentId: number): Promise<void>;
  /** Interrupts what is under way, and waits until it is recorded. */
  close(): Promise<void>;
}

/** Connections that are opened with their first use: most starts send no callback. */
export const openAgentConnections = (options: AgentConnectionsOptions): AgentConnections => {
  const opened = new Map<number, Opened>();
  const states = createAgentStates(options);
  const dialects = createDialects(options);
  const { open, closeCourier } = createOpening(options, { opened, states, dialects });
  const whoIs = (agentId: number): AgentConfiguration | undefined => options.agents.get(agentId);
  return {
    to: async (agentId) => {
      const known = opened.get(agentId);
      const agent = whoIs(agentId);
      if (agent === undefined) return known?.connection ?? noAgent(agentId);
      const recipient = recipientOf(agent, options);
      if (typeof recipient === 'string') return recipient;
      const source = { agent, recipient };
      const isKnown = known !== undefined && isSame(known.source, source);
      return isKnown ? known.connection : await open(source);
    },
    hasAddress: (agentId) => isCalled(whoIs(agentId)) ?? opened.has(agentId),
    open: () => [...opened.values()].map(({ connection }) => connection),
    useDialect: (agentId, dialect) => dialects.use(whoIs(agentId), dialect),
    dialectOf: (agentId) => dialects.of(whoIs(agentId)),
    whenIdle: states.whenIdle,
    end: async (agentId) => {
      opened.delete(agentId);
      dialects.forget(agentId);
      await states.end(agentId);
    },
    close: async () => {
      await closeCourier();
      await states.allSettled();
    },
  };
};

interface OpeningParts {
  readonly opened: Map<number, Opened>;
  readonly states: Pick<ReturnType<typeof createAgentStates>, 'of'>;
  readonly dialects: ReturnType<typeof createDialects>;
}

/** Opens a connection, and the courier with the first one. */
const createOpening = (options: AgentConnectionsOptions, { opened, states, dialects }: OpeningParts) => {
  let opening: Promise<Courier> | undefined;
  const open = async (source: Source): Promise<AgentConnection | string> => {
    const { agent, recipient } = source;
    opening ??= openCourier(options);
    const courier = await opening;
    await options.memory?.ready();
    const judge = await openJudge(options);
    // It may have ended meanwhile.
    if (!options.agents.has(agent.id)) return noAgent(agent.id);
    const known = opened.get(agent.id);
    if (known !== undefined && isSame(known.source, source)) return known.connection;
    const connection = createConnection(options, {
      ...source,
      courier,
      // What is known of the accounts stays: they are the same players.
      judge: known?.connection.judge ?? judge,
      state: states.of(agent.id),
      known: dialects.knownOf(agent),
      dialect: () => dialects.of(agent),
      search: dialects.searchFor(agent, recipient.url),
    });
    opened.set(agent.id, { source, connection });
    return connection;
  };
  return { open, closeCourier: async () => (await opening)?.close() };
};

const noAgent = (agentId: number): string => `There is no agent ${agentId}.`;

/** Undefined where there is no such agent any more. */
const isCalled = (agent: AgentConfiguration | undefined): boolean | undefined =>
  agent === undefined ? undefined : agent.callbackUrl !== undefined;

/** What a connection was made of. */
interface Source {
  readonly agent: AgentConfiguration;
  readonly recipient: Recipient;
}

interface Opened {
  readonly source: Source;
  readonly connection: AgentConnection;
}

const isSame = (one: Source, other: Source): boolean =>
  one.agent === other.agent && one.recipient.timeoutMs === other.recipient.timeoutMs;

interface ConnectionParts extends Pick<AgentConnection, 'agent' | 'recipient' | 'judge'> {
  readonly courier: Courier;
  /** As it is known by now. */
  readonly dialect: () => string | undefined;
  /** Asks the agent for it. */
  readonly search: (about: Callback) => Promise<string | undefined>;
  readonly known: KnownAgent;
  readonly state: AgentState;
}

const createConnection = (
  options: AgentConnectionsOptions,
  { agent, recipient, judge, courier, dialect, search, known, state }: ConnectionParts,
): AgentConnection => {
  const speaking = <T>(value: T) => ({ ...value, dialect: dialect() });
  const pace = createSteadyPace({
    send: courier.send,
    clock: realTimeOf(options.clock),
    ratePerSecond: options.ratePerSecond ?? known.ratePerSecond,
  });
  const watched = createWatchedSend({
    courier: createSpeaking({
      courier: pace,
      token: recipient.token,
      clock: realTimeOf(options.clock),
      search,
      keep: options.keep,
    }),
    judge,
    clock: realTimeOf(options.clock),
    keep: options.keep,
    onError: options.onError,
  });
  return {
    get agent() {
      return speaking(agent);
    },
    get recipient() {
      return { ...speaking(recipient), connection: known.connections };
    },
    judge,
    signal: state.signal,
    during: state.during,
    courierFor: (origin, transaction) => ({
      send: async (message) => await state.during(watched({ ...message, origin, signal: state.signal }, transaction)),
    }),
  };
};

const openCourier = async ({
  record,
  mask,
  clock,
  dice,
  allowPublicTarget,
  ca,
}: AgentConnectionsOptions): Promise<Courier> => {
  const { createCourier } = await import('../wire/create-courier.ts');
  const newId = createIds(dice.fork('exchanges'));
  return createCourier({ record, mask, clock, newId, allowPublicTarget, ca });
};

const openJudge = async ({ quirks }: AgentConnectionsOptions): Promise<LiveJudge> => {
  const { LiveJudge } = await import('../judge/live/judge.ts');
  const { requirements } = await import('../spec/requirements/catalogue.ts');
  return new LiveJudge({ quirks, requirements });
};

const recipientOf = (agent: AgentConfiguration, { quirks, callbacks }: AgentConnectionsOptions): Recipient | string => {
  const { id, token, dialect, callbackUrl: url } = agent;
  if (token === undefined) return noToken(id);
  if (url === undefined) return noUrl(id);
  return {
    agentId: id,
    url,
    token,
    dialect,
    nestedOrder: quirks.nestedOrder,
    timeoutMs: durationOf(callbacks().timeout),
  };
};

const noToken = (agentId: number): string =>
  `No token is configured for agent ${agentId}, so that no callback to it can be signed.`;

const noUrl = (agentId: number): string =>
  `No callback URL is configured for agent ${agentId}: give it to serve as an argument, as callbackUrl, or on the page Agents.`;
