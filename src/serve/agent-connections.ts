import { LRUCache } from 'lru-cache';
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
  /**
   * Holds back whatever is to be sent to the agent, waits for the answers to what was sent, and gives the work a way to
   * send past it; what was held back leaves afterwards.
   */
  quietly<T>(work: (courier: MessageSender) => Promise<T>): Promise<T>;
  /** Sends messages of that origin; whether their transaction_id is new to any agent. */
  courierFor(origin: Exchange['origin'], transaction?: LiveStart['transaction']): MessageSender;
}

/** A callback that was refused for its signature, and whom it went to. */
export interface RefusedSignature {
  readonly agent: AgentConfiguration;
  readonly callbackUrl: string;
  readonly callback: Callback;
}

/** Asks an agent by getBalance which dialect it verifies; undefined where it is none that is known. */
type SearchDialect = (refused: RefusedSignature) => Promise<string | undefined>;

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

/** The connections to all agents; each is opened with its first use: most starts send no callback. */
export class AgentConnections {
  readonly #options: AgentConnectionsOptions;
  readonly #called = new Map<number, CalledAgent>();
  #courier: Promise<Courier> | undefined;

  constructor(options: AgentConnectionsOptions) {
    this.#options = options;
  }

  /**
   * The connection as the agent is now, or a sentence that says why there is none. Whoever holds one
   * goes on with the token, the URL and the time limit that it has; that of an agent which is gone
   * serves the sessions that are open.
   */
  async to(agentId: number): Promise<AgentConnection | string> {
    const options = this.#options;
    const agent = options.agents.get(agentId);
    if (agent === undefined) return this.#called.get(agentId)?.connection ?? noAgent(agentId);
    const recipient = recipientOf(agent, options);
    if (typeof recipient === 'string') return recipient;
    const source = { agent, recipient };
    const known = this.#called.get(agentId)?.connectionFor(source);
    if (known !== undefined) return known;
    this.#courier ??= openCourier(options);
    const courier = await this.#courier;
    await options.memory?.ready();
    const judge = await openJudge(options);
    // It may have ended meanwhile.
    if (!options.agents.has(agentId)) return noAgent(agentId);
    const called = this.#calledAgent(agentId);
    return called.connectionFor(source) ?? called.connect(source, { courier, judge });
  }

  /** Whether there is somewhere to call: an agent that was closed is still called where it was. */
  readonly hasAddress = (agentId: number): boolean => {
    const agent = this.#options.agents.get(agentId);
    return agent === undefined ? this.#called.get(agentId)?.connection !== undefined : agent.callbackUrl !== undefined;
  };

  /** Those that were used so far. */
  readonly open = (): readonly AgentConnection[] =>
    [...this.#called.values()].flatMap(({ connection }) => connection ?? []);

  /** From now on callbacks to that agent are signed in the dialect, unless another one is configured. */
  useDialect(agentId: number, dialect: string): void {
    const agent = this.#options.agents.get(agentId);
    if (agent !== undefined) this.#calledAgent(agentId).useDialect(agent, dialect);
  }

  /** The dialect that callbacks to that agent are signed in; undefined for the one of most agents. */
  readonly dialectOf = (agentId: number): string | undefined => {
    const agent = this.#options.agents.get(agentId);
    return agent && this.#calledAgent(agentId).dialectOf(agent);
  };

  /** Resolves once nothing is sent to that agent, and nothing waits to be sent again. */
  readonly whenIdle = async (agentId: number): Promise<void> => await this.#called.get(agentId)?.whenIdle();

  /** Interrupts what is under way to an agent, waits until it is recorded, and forgets what is known of its accounts. */
  async end(agentId: number): Promise<void> {
    const called = this.#called.get(agentId);
    this.#called.delete(agentId);
    await called?.end();
  }

  /** Interrupts what is under way, and waits until it is recorded. */
  async close(): Promise<void> {
    await (await this.#courier)?.close();
    await Promise.all([...this.#called.values()].map(async (called) => await called.settled()));
  }

  #calledAgent(agentId: number): CalledAgent {
    const called = this.#called.get(agentId) ?? new CalledAgent(this.#options);
    this.#called.set(agentId, called);
    return called;
  }
}

/** What a connection is made of. */
interface Source {
  readonly agent: AgentConfiguration;
  readonly recipient: Recipient;
}

/** Programs of one agent whose dialect is known; of one that is forgotten it is looked for again. */
const mostFound = 1_000;

/** One agent, whatever becomes of its token and its URL meanwhile: what is known of it, and what is under way to it. */
class CalledAgent {
  connection: AgentConnection | undefined;
  readonly #options: AgentConnectionsOptions;
  #source: Source | undefined;
  readonly #ending = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  /** Sent, and not answered yet. */
  readonly #unanswered = new Set<Promise<unknown>>();
  /** Ends when what is to be sent may leave. */
  #hold: Promise<unknown> | undefined;
  /** By callback URL: behind another one is another program. */
  readonly #dialects = new LRUCache<string, string>({ max: mostFound });

  constructor(options: AgentConnectionsOptions) {
    this.#options = options;
  }

  /** Undefined where it has changed since, or was never called. */
  connectionFor({ agent, recipient }: Source): AgentConnection | undefined {
    const isSame = this.#source?.agent === agent && this.#source.recipient.timeoutMs === recipient.timeoutMs;
    return isSame ? this.connection : undefined;
  }

  connect(source: Source, { courier, judge: fresh }: { courier: Courier; judge: LiveJudge }): AgentConnection {
    const { agent, recipient } = source;
    const { clock, ratePerSecond, signal: closing, keep, onError } = this.#options;
    const known = this.#remembered(agent);
    // What is known of the accounts stays: they are the same players.
    const judge = this.connection?.judge ?? fresh;
    const signal = closing === undefined ? this.#ending.signal : AbortSignal.any([closing, this.#ending.signal]);
    const real = realTimeOf(clock);
    const pace = createSteadyPace({
      send: courier.send,
      clock: real,
      ratePerSecond: ratePerSecond ?? known.ratePerSecond,
    });
    const search = async (callback: Callback) => await this.#searchDialect(agent, recipient.url, callback);
    const speaking = createSpeaking({ courier: pace, token: recipient.token, clock: real, search, keep });
    const watched = createWatchedSend({ courier: speaking, judge, clock: real, keep, onError });
    const during = async <T>(work: Promise<T>): Promise<T> => await this.#during(work);
    const dialect = (): string | undefined => this.dialectOf(agent);
    this.#source = source;
    this.connection = {
      get agent() {
        return { ...agent, dialect: dialect() };
      },
      get recipient() {
        return { ...recipient, dialect: dialect(), connection: known.connections };
      },
      ...{ judge, signal, during },
      quietly: async (work) =>
        await this.#quietly(
          async () => await work({ send: async (message) => await watched({ ...message, origin: 'hand', signal }) }),
        ),
      courierFor: (origin, transaction) => ({
        send: async (message) => {
          while (this.#hold !== undefined) await this.#hold;
          return await during(kept(this.#unanswered, watched({ ...message, origin, signal }, transaction)));
        },
      }),
    };
    return this.connection;
  }

  /** As configured, as found, or as remembered. */
  dialectOf(agent: AgentConfiguration): string | undefined {
    return agent.dialect ?? this.#dialects.get(`${agent.callbackUrl}`) ?? this.#remembered(agent).dialect;
  }

  useDialect({ callbackUrl }: AgentConfiguration, dialect: string): void {
    this.#dialects.set(`${callbackUrl}`, dialect);
  }

  async whenIdle(): Promise<void> {
    // What was answered may be followed by a retry, or by the next callback of a game.
    while (this.#underWay.size > 0) await this.settled();
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #during<T>(work: Promise<T>): Promise<T> {
    return await kept(this.#underWay, work);
  }

  /** One after another: who waits for quiet is no noise. */
  async #quietly<T>(work: () => Promise<T>): Promise<T> {
    while (this.#hold !== undefined) await this.#hold;
    const quiet = Promise.allSettled(this.#unanswered).then(work);
    const hold = quiet
      .catch(() => undefined)
      .then(() => {
        this.#hold = undefined;
      });
    this.#hold = hold;
    return await quiet;
  }

  #remembered({ id, callbackUrl }: AgentConfiguration): KnownAgent {
    return callbackUrl === undefined ? {} : (this.#options.memory?.of({ callbackUrl, agentId: id }) ?? {});
  }

  async #searchDialect(
    agent: AgentConfiguration,
    callbackUrl: string,
    callback: Callback,
  ): Promise<string | undefined> {
    const { searchDialect, memory, onDialect } = this.#options;
    if (agent.dialect !== undefined) return undefined;
    const dialect = await searchDialect?.({ agent, callbackUrl, callback });
    if (dialect === undefined) return undefined;
    this.useDialect(agent, dialect);
    memory?.keep({ callbackUrl, agentId: agent.id }, { ...this.#remembered(agent), dialect });
    onDialect?.(agent.id, dialect);
    return dialect;
  }
}

/** The work, which is in the set until it is done. */
const kept = async <T>(set: Set<Promise<unknown>>, work: Promise<T>): Promise<T> => {
  set.add(work);
  try {
    return await work;
  } finally {
    set.delete(work);
  }
};

const noAgent = (agentId: number): string => `There is no agent ${agentId}.`;

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
