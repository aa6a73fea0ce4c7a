import type { Recipient } from '../callbacks/compose-message.ts';
import type { Courier } from '../callbacks/create-courier.ts';
import type { MessageSender } from '../callbacks/deliver.ts';
import type { CallbackMessage } from '../callbacks/message.ts';
import type { AgentConfiguration, Configuration } from '../formats/configuration.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { durationOf } from '../formats/written-time.ts';
import type { LiveJudge, LiveStart } from '../judges/live/reading.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';

/** The connection to one agent: what is sent over it is recorded, and judged by its answer. */
export interface AgentConnection {
  readonly agent: AgentConfiguration;
  readonly recipient: Recipient;
  readonly judge: LiveJudge;
  /** Sends messages of that origin; whether their transaction_id is new to any agent. */
  courierFor(origin: Exchange['origin'], transaction?: LiveStart['transaction']): MessageSender;
}

interface AgentConnectionsOptions {
  readonly configuration: Configuration;
  /** Where an agent is called; its configured URL, or one that is known only by now. */
  readonly callbackUrlOf: (agent: AgentConfiguration) => string | undefined;
  readonly record: RecordExchange;
  readonly keep: (judgement: ExchangeJudgement) => void;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly allowPublicTarget: boolean;
  /** Told what went wrong in judging. */
  readonly onError: (error: unknown) => void;
}

/** The connections to all agents. */
export interface AgentConnections {
  /** The connection, or a sentence that says why there is none. */
  to(agentId: number): Promise<AgentConnection | string>;
  /** Those that were used so far. */
  open(): readonly AgentConnection[];
  /** From now on callbacks to that agent are signed in the dialect, unless another one is configured. */
  useDialect(agentId: number, dialect: string): void;
  /** The dialect that callbacks to that agent are signed in; undefined for the one of most agents. */
  dialectOf(agentId: number): string | undefined;
  /** Interrupts what is under way, and waits until it is recorded. */
  close(): Promise<void>;
}

/** Connections that are opened with their first use: most starts send no callback. */
export const openAgentConnections = (options: AgentConnectionsOptions): AgentConnections => {
  const connections = new Map<number, AgentConnection>();
  const underWay = new Set<Promise<Exchange>>();
  const found = new Map<number, string>();
  let opening: Promise<Courier> | undefined;
  const configured = (agentId: number): AgentConfiguration | undefined =>
    options.configuration.agents.find(({ id }) => id === agentId);
  const dialectOf = (agentId: number): string | undefined =>
    configured(agentId)?.dialect ?? found.get(agentId);
  const open = async (
    agent: AgentConfiguration,
    recipient: Recipient,
  ): Promise<AgentConnection> => {
    opening ??= openCourier(options);
    const courier = await opening;
    const judge = await openJudge(options);
    const known = connections.get(agent.id);
    if (known !== undefined) return known;
    const connection = createConnection(options, {
      agent,
      recipient,
      courier,
      judge,
      underWay,
      dialect: () => dialectOf(agent.id),
    });
    connections.set(agent.id, connection);
    return connection;
  };
  return {
    to: async (agentId) => {
      const known = connections.get(agentId);
      if (known !== undefined) return known;
      const agent = configured(agentId);
      if (agent === undefined) return `There is no agent ${agentId} in the configuration.`;
      const recipient = recipientOf(agent, options);
      return typeof recipient === 'string' ? recipient : await open(agent, recipient);
    },
    open: () => [...connections.values()],
    useDialect: (agentId, dialect) => found.set(agentId, dialect),
    dialectOf,
    close: async () => {
      (await opening)?.close();
      await Promise.allSettled(underWay);
    },
  };
};

interface ConnectionParts extends Pick<AgentConnection, 'agent' | 'recipient' | 'judge'> {
  readonly courier: Courier;
  /** As it is known by now. */
  readonly dialect: () => string | undefined;
  readonly underWay: Set<Promise<Exchange>>;
}

const createConnection = (
  options: AgentConnectionsOptions,
  { agent, recipient, judge, courier, dialect, underWay }: ConnectionParts,
): AgentConnection => {
  const speaking = <T>(value: T) => ({ ...value, dialect: dialect() });
  const watched = createWatchedSend({
    courier,
    judge,
    clock: options.clock,
    keep: options.keep,
    onError: options.onError,
  });
  return {
    get agent() {
      return speaking(agent);
    },
    get recipient() {
      return speaking(recipient);
    },
    judge,
    courierFor: (origin, transaction) => ({
      send: async (message) => await until(watched({ ...message, origin }, transaction), underWay),
    }),
  };
};

/** Waits for it, among those that are under way meanwhile. */
const until = async <T>(promise: Promise<T>, underWay: Set<Promise<T>>): Promise<T> => {
  underWay.add(promise);
  try {
    return await promise;
  } finally {
    underWay.delete(promise);
  }
};

const openCourier = async ({
  record,
  clock,
  dice,
  allowPublicTarget,
}: AgentConnectionsOptions): Promise<Courier> => {
  const { createCourier } = await import('../callbacks/create-courier.ts');
  const newId = createIds(dice.fork('exchanges'));
  return createCourier({ record, clock, newId, allowPublicTarget });
};

const openJudge = async ({ configuration }: AgentConnectionsOptions): Promise<LiveJudge> => {
  const { createLiveJudge } = await import('../judges/live/create-live-judge.ts');
  const { requirements } = await import('../spec/requirements/catalogue.ts');
  return createLiveJudge({ quirks: configuration.quirks, requirements });
};

const recipientOf = (
  agent: AgentConfiguration,
  { configuration, callbackUrlOf }: AgentConnectionsOptions,
): Recipient | string => {
  const { id, token, dialect } = agent;
  const url = callbackUrlOf(agent);
  if (token === undefined) return noToken(id);
  if (url === undefined) return noUrl(id);
  return {
    agentId: id,
    url,
    token,
    dialect,
    nestedOrder: configuration.quirks.nestedOrder,
    timeoutMs: durationOf(configuration.callbacks.timeout),
  };
};

const noToken = (agentId: number): string =>
  `No token is configured for agent ${agentId}, so that no callback to it can be signed.`;

const noUrl = (agentId: number): string =>
  `No callback URL is configured for agent ${agentId}: give it to serve as an argument, or as callbackUrl.`;

interface WatchedSendOptions {
  readonly courier: Pick<Courier, 'send'>;
  readonly judge: Pick<LiveJudge, 'begin'>;
  readonly clock: Clock;
  /** Takes every judgement as soon as it is clear. */
  readonly keep: (judgement: ExchangeJudgement) => void;
  /** Told what went wrong in judging: the callback is delivered all the same. */
  readonly onError: (error: unknown) => void;
}

/** Sends a message, which is judged by its answer. */
type WatchedSend = (
  message: CallbackMessage,
  transaction?: LiveStart['transaction'],
) => Promise<Exchange>;

/** Sends over the courier, under the eyes of the judge. */
export const createWatchedSend = (options: WatchedSendOptions): WatchedSend => {
  const { courier, judge, clock, keep, onError } = options;
  const guarded = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  return async (message, transaction) => {
    const sending = guarded(() =>
      judge.begin({
        intent: message.intent,
        label: labelOf(message),
        at: clock.now(),
        transaction,
      }),
    );
    const exchange = await courier.send(message);
    guarded(() => sending?.end(exchange).forEach(keep));
    return exchange;
  };
};

const labelOf = ({ kind, attempt = 1 }: CallbackMessage): string =>
  attempt === 1 ? kind : `${kind} (attempt ${attempt})`;
