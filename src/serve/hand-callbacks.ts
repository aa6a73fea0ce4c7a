import type { ResendOrder, SentByHand, TriggerOrder } from '../api/schemas/hand-callbacks.ts';
import type { MessageTerms } from '../callbacks/compose-message.ts';
import { composeMessage, signWrongly } from '../callbacks/compose-message.ts';
import type { MessageSender } from '../callbacks/deliver.ts';
import { sendDeviating } from '../callbacks/deliver.ts';
import type { CallbackMessage } from '../callbacks/message.ts';
import type { Revision } from '../callbacks/resend-exchange.ts';
import { messageOfExchange, reviseCallback } from '../callbacks/resend-exchange.ts';
import type { CallbackDeviation } from '../faults/deviation.ts';
import { noDeviation } from '../faults/deviation.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Journal } from '../journal/journal.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Packs } from '../platform/create-packs.ts';
import type { GameSession, Sessions } from '../platform/create-sessions.ts';
import type { Callback, CallbackType } from '../spec/callback.ts';
import { callbackTypes } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import type { AgentConnection, AgentConnections } from './agent-connections.ts';
import type { BalanceAsker } from './balance-by-hand.ts';
import { createBalanceAsker } from './balance-by-hand.ts';
import { callbackByHand, rollbackByHand } from './callback-by-hand.ts';
import { isLaunchedByHand } from './sessions-port.ts';
import { tellSent } from './tell-sent.ts';

interface HandCallbacksOptions {
  readonly connections: AgentConnections;
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
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType, agentId: number) => CallbackDeviation;
  readonly clock: Clock;
  readonly dice: Dice;
}

/** Callbacks that somebody sends by hand: without retries, with the faults that are switched on. */
interface HandCallbacks {
  trigger(order: TriggerOrder): Promise<SentByHand>;
  /** Undefined where there is no such callback in the journal. */
  resend(exchangeId: string, order: ResendOrder): Promise<SentByHand | undefined>;
  rollback(exchangeId: string): Promise<SentByHand | undefined>;
}

const lateMs = 3_000;

/** What the buttons of the dashboard send. */
export const createHandCallbacks = (options: HandCallbacksOptions): HandCallbacks => {
  const newId = createIds(options.dice.fork('ids'));
  const desk: Desk = { ...options, newId, askBalance: createBalanceAsker({ ...options, newId }) };
  return {
    trigger: async (order) => await triggerFrom(desk, order),
    resend: async (exchangeId, order) =>
      await sendAgain(desk, { exchangeId, ...order }, (exchange, terms) =>
        messageAgain(exchange, { ...order, requestId: newId() }, terms),
      ),
    rollback: async (exchangeId) =>
      await sendAgain(desk, { exchangeId, as: 'exact' }, (exchange, terms) =>
        composeMessage(rollbackByHand(exchange, newId()), terms),
      ),
  };
};

interface Desk extends HandCallbacksOptions {
  /** A new id with each call. */
  readonly newId: () => string;
  readonly askBalance: BalanceAsker;
}

const termsOf = (
  { otherToken, dice }: HandCallbacksOptions,
  { recipient }: AgentConnection,
): MessageTerms => ({ recipient, otherToken, dice });

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
  const message = composeMessage(callbackByHand(order, parts), terms, { signature });
  const transaction = order.transactionId === undefined ? 'fresh' : 'given';
  const courier = connection.courierFor('hand', transaction);
  return await sendOver(connection, courier, { desk, message });
};

const sessionOfAnother = (agentId: number): WalletproofError =>
  new WalletproofError(
    'usage',
    `The session is of agent ${agentId}.`,
    'Name the agent of the session as agentId, or leave agentId out.',
  );

/** Among what is under way to that agent; what was sent is told with its judgement. */
const sendOver = async (
  connection: AgentConnection,
  courier: MessageSender,
  { desk, message }: { readonly desk: Desk; readonly message: CallbackMessage },
): Promise<SentByHand> => {
  const { signal, recipient } = connection;
  const asks = asking(desk, connection, message);
  const deviate = (type: CallbackType) => desk.deviate(type, recipient.agentId);
  const sending = sendByHand(courier, message, { ...desk, ...asks, signal, deviate });
  return await tellSent(desk.journal, await connection.during(sending));
};

/** An exchange of the journal once more; undefined where it is no callback. */
const sendAgain = async (
  desk: Desk,
  {
    exchangeId,
    ...lateness
  }: Pick<ResendOrder, 'as' | 'afterMs'> & { readonly exchangeId: string },
  compose: (exchange: Exchange, terms: MessageTerms) => CallbackMessage,
): Promise<SentByHand | undefined> => {
  const exchange = (await desk.journal.row(exchangeId))?.exchange;
  if (exchange?.direction !== 'callback') return undefined;
  const { agentId = desk.agentId } = exchange.subject;
  const connection = await demandConnection(desk.connections, agentId);
  const terms = termsOf(desk, connection);
  const message = compose(exchange, terms);
  await waitByHand(lateMsOf(lateness), { clock: desk.clock, signal: connection.signal });
  return await sendOver(connection, connection.courierFor('hand'), { desk, message });
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
 * alone does not tell what it did, as a run asks then. An agent that does not answer is asked
 * again the next time.
 */
const asking = (desk: Desk, connection: AgentConnection, message: CallbackMessage) => {
  const { judge } = connection;
  const { intent } = message;
  const callback = message.callback ?? ('callback' in intent ? intent.callback : undefined);
  const askIf = async (isDue: (account: Callback) => boolean): Promise<void> => {
    if (callback === undefined || callback.type === 'getBalance' || !isDue(callback)) return;
    await desk.askBalance(connection, callback, termsOf(desk, connection));
  };
  return {
    askFirst: async () => await askIf((account) => !judge.knows(account)),
    askAfterwards: async () => await askIf(judge.looksFor),
  };
};

const demandConnection = async (
  connections: AgentConnections,
  agentId: number,
): Promise<AgentConnection> => {
  const connection = await connections.to(agentId);
  if (typeof connection !== 'string') return connection;
  throw new WalletproofError(
    'usage',
    connection,
    'See GET /__admin/agents; walletproof agents set changes an agent while serve runs.',
  );
};

const lateMsOf = ({ as, afterMs }: Pick<ResendOrder, 'as' | 'afterMs'>): number =>
  afterMs ?? (as === 'stale' ? lateMs : 0);

const messageAgain = (
  exchange: Exchange,
  revision: Revision,
  terms: MessageTerms,
): CallbackMessage =>
  revision.as === 'exact' || revision.as === 'stale'
    ? messageOfExchange(exchange, terms.recipient)
    : composeMessage(reviseCallback(exchange, revision), terms);

interface SendingByHand extends Waiting {
  /** Once nothing is waited for any more. */
  readonly askFirst: () => Promise<void>;
  /** Once it is answered. */
  readonly askAfterwards: () => Promise<void>;
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly dice: Dice;
}

/** Sends a message once, with the faults that are switched on. */
const sendByHand = async (
  courier: MessageSender,
  message: CallbackMessage,
  options: SendingByHand,
): Promise<readonly string[]> => {
  const type = callbackTypes.find((each) => each === message.kind);
  const deviation = type === undefined ? noDeviation : options.deviate(type);
  await waitByHand(deviation.delayMs, options);
  await options.askFirst();
  const sent = { ...message, loseAnswer: deviation.loseAnswer, signal: options.signal };
  const signed = deviation.signature === 'wrong' ? signWrongly(sent, options.dice) : sent;
  const { exchanges } = await sendDeviating(courier, signed, deviation);
  await options.askAfterwards();
  return exchanges.map(({ id }) => id);
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
    throw new WalletproofError('usage', message, 'Send it while both are there.', { cause });
  }
};
