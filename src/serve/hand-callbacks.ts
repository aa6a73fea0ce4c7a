import type { ResendOrder, SentByHand, TriggerOrder } from '../api/schemas/hand-callbacks.ts';
import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Journal } from '../journal/journal.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Packs } from '../platform/packs.ts';
import type { GameSession, Sessions } from '../platform/sessions.ts';
import { type Callback, type CallbackType, callbackTypes } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { composeEdited, composeMessage, losing, type MessageTerms, signWrongly } from '../wire/compose-message.ts';
import { type MessageSender, sendDeviating } from '../wire/deliver.ts';
import { type CallbackDeviation, noDeviation } from '../wire/faults.ts';
import type { CallbackMessage } from '../wire/message.ts';
import { messageOfExchange, reviseCallback } from '../wire/resend-exchange.ts';
import type { AgentConnection, AgentConnections } from './agent-connections.ts';
import { type BalanceAsker, createBalanceAsker } from './balance-by-hand.ts';
import { callbackByHand, rollbackByHand } from './callback-by-hand.ts';
import type { RequestSender } from './request-by-hand.ts';
import { tellSent } from './tell-sent.ts';
import { isLaunchedByHand } from './views.ts';

interface HandCallbacksOptions {
  readonly connections: Pick<AgentConnections, 'to'>;
  /** Whom callbacks by hand go to, unless their session or an earlier sending is another agent's. */
  readonly agentId: number;
  readonly agents: ReadonlyMap<number, AgentConfiguration>;
  readonly games: () => readonly Game[];
  /** Another token than the agent's, for signatures that must be refused. */
  readonly otherToken: string;
  readonly sessions: Pick<Sessions, 'find' | 'newestOf' | 'list'>;
  readonly packs: Pick<Packs, 'activeFor'>;
  readonly quirks: Pick<Quirks, 'sessionId'>;
  readonly journal: Pick<Journal, 'row'>;
  /** For the agent's own requests. */
  readonly sendRequest: RequestSender;
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType, agentId: number) => CallbackDeviation;
  readonly clock: Clock;
  readonly dice: Dice;
}

/** Callbacks that somebody sends by hand: without retries, with the faults that are switched on. */
export interface HandCallbacks {
  trigger(order: TriggerOrder): Promise<SentByHand>;
  /** Undefined where there is no such exchange in the journal. */
  resend(exchangeId: string, order: ResendOrder): Promise<SentByHand | undefined>;
  rollback(exchangeId: string): Promise<SentByHand | undefined>;
  /** The balance of each account that is followed, asked while nothing else is under way to the agent. */
  askQuietly(): Promise<SentByHand>;
}

const lateMs = 3_000;

/** What the buttons of the dashboard send. */
export const createHandCallbacks = (options: HandCallbacksOptions): HandCallbacks => {
  const newId = createIds(options.dice.fork('ids'));
  const desk: Desk = { ...options, newId, askBalance: createBalanceAsker({ ...options, newId }) };
  return {
    trigger: async (order) => await triggerFrom(desk, order),
    resend: async (exchangeId, order) => {
      const exchange = (await options.journal.row(exchangeId))?.exchange;
      if (exchange?.direction === 'operation') {
        const { id } = await options.sendRequest(exchange, order);
        return await tellSent(options.journal, [id]);
      }
      return await sendAgain(desk, { exchange, ...order }, (callback, terms) =>
        messageAgain(callback, { order, requestId: newId() }, terms),
      );
    },
    rollback: async (exchangeId) => {
      const exchange = (await options.journal.row(exchangeId))?.exchange;
      return await sendAgain(desk, { exchange, as: 'exact' }, (callback, terms) =>
        composeMessage(rollbackByHand(callback, newId()), terms),
      );
    },
    askQuietly: async () => await askQuietly(desk),
  };
};

interface Desk extends HandCallbacksOptions {
  /** A new id with each call. */
  readonly newId: () => string;
  readonly askBalance: BalanceAsker;
}

const termsOf = ({ otherToken, dice }: HandCallbacksOptions, { recipient }: AgentConnection): MessageTerms => ({
  recipient,
  otherToken,
  dice,
});

const triggerFrom = async (whole: Desk, order: TriggerOrder): Promise<SentByHand> => {
  const desk = { ...whole, agentId: order.agentId ?? whole.agentId };
  const { connections, quirks, packs, newId } = desk;
  const session = sessionMeant(order, desk);
  const agentId = session?.launch.agentId ?? desk.agentId;
  if (order.agentId !== undefined && agentId !== order.agentId) throw sessionOfAnother(agentId);
  const connection = await demandConnection(connections, agentId);
  const about = { session, sessionIds: quirks.sessionId, games: desk.games(), packs, newId };
  const parts = { agent: connection.agent, ...about };
  const { signature } = order;
  const terms = termsOf(desk, connection);
  const compose = () => composeMessage(callbackByHand(order, parts), terms, { signature });
  const others = Array.from({ length: (order.count ?? 1) - 1 }, compose);
  const transaction = order.transactionId === undefined ? 'fresh' : 'given';
  const courier = connection.courierFor('hand', transaction);
  return await sendOver(connection, courier, { desk, messages: [compose(), ...others] });
};

/** Accounts that are asked at most, those that were used last. */
const mostAsked = 20;

const askQuietly = async (desk: Desk): Promise<SentByHand> => {
  const { agentId, connections, quirks, packs, newId } = desk;
  const connection = await connections.to(agentId);
  // Who cannot be called has no account that is followed.
  if (typeof connection === 'string') return { exchangeIds: [], callbacks: [] };
  const asked = await connection.quietly(async (courier) => {
    const ids: string[] = [];
    for (const { playerId, currency } of connection.judge.statements().slice(-mostAsked)) {
      const order = { type: 'getBalance', playerId, currency } as const;
      const session = sessionMeant(order, desk);
      const about = { session, sessionIds: quirks.sessionId, games: desk.games(), packs, newId };
      const callback = callbackByHand(order, { agent: connection.agent, ...about });
      const { id, answer } = await courier.send(composeMessage(callback, termsOf(desk, connection)));
      ids.push(id);
      if (answer.kind === 'failed') break;
    }
    return ids;
  });
  return await tellSent(desk.journal, asked);
};

const sessionOfAnother = (agentId: number): WalletproofError =>
  usageError(`The session is of agent ${agentId}.`, 'Name the agent of the session as agentId, or leave agentId out.');

type AtOnce = readonly [CallbackMessage, ...CallbackMessage[]];

/** Among what is under way to that agent; what was sent is told with its judgement. */
const sendOver = async (
  connection: AgentConnection,
  courier: MessageSender,
  { desk, messages }: { readonly desk: Desk; readonly messages: AtOnce },
): Promise<SentByHand> => {
  const { signal, recipient } = connection;
  const asks = asking(desk, connection, messages);
  const deviate = (type: CallbackType) => desk.deviate(type, recipient.agentId);
  const sending = sendByHand(courier, messages, { ...desk, ...asks, signal, deviate });
  return await tellSent(desk.journal, await connection.during(sending));
};

/** An exchange of the journal once more; undefined where it is no callback. */
const sendAgain = async (
  desk: Desk,
  { exchange, ...lateness }: Pick<ResendOrder, 'as' | 'afterMs'> & { readonly exchange: Exchange | undefined },
  compose: (exchange: Exchange, terms: MessageTerms) => CallbackMessage,
): Promise<SentByHand | undefined> => {
  if (exchange?.direction !== 'callback') return undefined;
  const { agentId = desk.agentId } = exchange.subject;
  const connection = await demandConnection(desk.connections, agentId);
  const terms = termsOf(desk, connection);
  const message = compose(exchange, terms);
  await waitByHand(lateMsOf(lateness), { clock: desk.clock, signal: connection.signal });
  return await sendOver(connection, connection.courierFor('hand'), { desk, messages: [message] });
};

/** The session that the order names; else the newest that the agent opened for the account. */
const sessionMeant = (
  { sessionId, playerId, currency }: TriggerOrder,
  { agentId, agents, sessions }: Pick<Desk, 'agentId' | 'agents' | 'sessions'>,
): GameSession | undefined => {
  if (sessionId !== undefined) return sessions.find(sessionId);
  const players = agents.get(agentId)?.players ?? [];
  const player = players.find(({ id }) => id === (playerId ?? players[0]?.id));
  if (player === undefined) return undefined;
  const wanted = currency ?? player.currencies[0];
  if (wanted === undefined) return undefined;
  return sessions.newestOf(
    { agentId, playerId: player.id, currency: wanted },
    ({ launch }) => !isLaunchedByHand(launch),
  );
};

/**
 * A quiet getBalance of the account, where it tells something: before a callback to an account that
 * nobody has asked about, so that what comes after it can be judged; and after one whose answer
 * alone does not tell what it did, as a run asks then; after several at once it tells of all of them,
 * and is told with them. An agent that does not answer is asked
 * again the next time.
 */
const asking = (desk: Desk, connection: AgentConnection, [message, ...others]: AtOnce) => {
  const { judge } = connection;
  const { intent } = message;
  const callback = message.callback ?? ('callback' in intent ? intent.callback : undefined);
  const askIf = async (isDue: (account: Callback) => boolean): Promise<readonly Exchange[]> => {
    if (callback === undefined || callback.type === 'getBalance' || !isDue(callback)) return [];
    return [await desk.askBalance(connection, callback, termsOf(desk, connection))];
  };
  return {
    askFirst: async () => await askIf((account) => !judge.knows(account)),
    askAfterwards: async () => {
      if (others.length > 0) return await askIf(() => true);
      await askIf((account) => judge.looksFor(account));
      return [];
    },
  };
};

const demandConnection = async (
  connections: Pick<AgentConnections, 'to'>,
  agentId: number,
): Promise<AgentConnection> => {
  const connection = await connections.to(agentId);
  if (typeof connection !== 'string') return connection;
  throw usageError(connection, 'See GET /__admin/agents; walletproof agents set changes an agent while serve runs.');
};

const lateMsOf = ({ as, afterMs }: Pick<ResendOrder, 'as' | 'afterMs'>): number =>
  afterMs ?? (as === 'stale' ? lateMs : 0);

const messageAgain = (
  exchange: Exchange,
  { order, requestId }: { readonly order: ResendOrder; readonly requestId: string },
  terms: MessageTerms,
): CallbackMessage => {
  const { as, bet, win, body = '' } = order;
  switch (as) {
    case 'exact':
    case 'stale':
      return messageOfExchange(exchange, terms.recipient);
    case 'edited':
      return composeEdited(body, terms.recipient, exchange);
    case 'resigned':
    case 'conflict':
      return composeMessage(reviseCallback(exchange, { as, bet, win, requestId }), terms);
  }
};

interface SendingByHand extends Waiting {
  /** Once nothing is waited for any more. */
  readonly askFirst: () => Promise<unknown>;
  /** Once it is answered; gives what is told with it. */
  readonly askAfterwards: () => Promise<readonly Exchange[]>;
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly dice: Dice;
}

/** Sends messages at once and each once, with the faults that are switched on. */
const sendByHand = async (
  courier: MessageSender,
  messages: AtOnce,
  options: SendingByHand,
): Promise<readonly string[]> => {
  const type = callbackTypes.find((each) => each === messages[0].kind);
  const deviations = messages.map(() => (type === undefined ? noDeviation : options.deviate(type)));
  await waitByHand(Math.max(...deviations.map(({ delayMs }) => delayMs)), options);
  await options.askFirst();
  const sendings = messages.map(async (message, index) => {
    const deviation = deviations[index] ?? noDeviation;
    const sent = losing({ ...message, signal: options.signal }, deviation.lose && { what: deviation.lose });
    const signed = deviation.signature === 'wrong' ? signWrongly(sent, options.dice) : sent;
    return (await sendDeviating(courier, signed, deviation)).exchanges;
  });
  const exchanges = (await Promise.all(sendings)).flat();
  return [...exchanges, ...(await options.askAfterwards())].map(({ id }) => id);
};

interface Waiting {
  readonly clock: Clock;
  /** Ends what waits. */
  readonly signal: AbortSignal;
}

/** Waits so many milliseconds; a usage error where the platform closes meanwhile. */
const waitByHand = async (durationMs: number, { clock, signal }: Waiting): Promise<void> => {
  if (durationMs <= 0) return;
  try {
    await clock.sleep(durationMs, signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const message = 'The platform is closing, or the agent has ended: the callback was not sent.';
    throw usageError(message, 'Send it while both are there.', { cause });
  }
};
