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
import type { Journal } from '../journal/open-journal.ts';
import { accountKey } from '../ledger/ledger.ts';
import { createIds } from '../platform/create-ids.ts';
import type { GameSession } from '../platform/create-sessions.ts';
import type { Callback, CallbackType } from '../spec/callback.ts';
import { callbackTypes } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import type { AgentConnection, AgentConnections } from './agent-connections.ts';
import { anyGame, callbackByHand, rollbackByHand } from './callback-by-hand.ts';

interface HandCallbacksOptions {
  readonly connections: AgentConnections;
  /** Whom callbacks by hand go to, unless their session or an earlier sending is another agent's. */
  readonly agent: AgentConfiguration;
  readonly games: readonly Game[];
  /** Another token than the agent's, for signatures that must be refused. */
  readonly otherToken: string;
  readonly findSession: (sessionId: string) => GameSession | undefined;
  readonly journal: Pick<Journal, 'row'>;
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Ends what waits. */
  readonly signal: AbortSignal;
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
  const { agent, findSession, games, journal, connections } = options;
  const newId = createIds(options.dice.fork('ids'));
  const askBefore = createBalanceAsker({ gameId: games[0]?.id ?? anyGame, newId });
  const termsOf = ({ recipient }: AgentConnection): MessageTerms => ({
    recipient,
    otherToken: options.otherToken,
    dice: options.dice,
  });
  const again = async (
    exchangeId: string,
    compose: (exchange: Exchange, terms: MessageTerms) => CallbackMessage,
    lateness: Pick<ResendOrder, 'as' | 'afterMs'> = { as: 'exact' },
  ): Promise<SentByHand | undefined> => {
    const exchange = journal.row(exchangeId)?.exchange;
    if (exchange?.direction !== 'callback') return undefined;
    const connection = await demandConnection(connections, exchange.subject.agentId ?? agent.id);
    const message = compose(exchange, termsOf(connection));
    await waitByHand(lateMsOf(lateness), options);
    const askFirst = async () => await askBefore(connection, termsOf(connection), message);
    return await sendByHand(connection.courierFor('hand'), message, { ...options, askFirst });
  };
  return {
    trigger: async (order) => {
      const session = order.sessionId === undefined ? undefined : findSession(order.sessionId);
      const connection = await demandConnection(connections, session?.launch.agentId ?? agent.id);
      const callback = callbackByHand(order, { agent: connection.agent, session, games, newId });
      const { signature } = order;
      const message = composeMessage(callback, termsOf(connection), { signature });
      const transaction = order.transactionId === undefined ? 'fresh' : 'given';
      const askFirst = async () => await askBefore(connection, termsOf(connection), message);
      const courier = connection.courierFor('hand', transaction);
      return await sendByHand(courier, message, { ...options, askFirst });
    },
    resend: async (exchangeId, order) =>
      await again(
        exchangeId,
        (exchange, terms) => messageAgain(exchange, { ...order, requestId: newId() }, terms),
        order,
      ),
    rollback: async (exchangeId) =>
      await again(exchangeId, (exchange, terms) =>
        composeMessage(rollbackByHand(exchange, newId()), terms),
      ),
  };
};

interface BalanceAsking {
  readonly gameId: number;
  /** A new id with each call. */
  readonly newId: () => string;
}

/**
 * An account that nobody has asked about is asked about first, with a quiet getBalance: what comes
 * after it can be judged then. An agent that does not answer it is asked again the next time.
 */
const createBalanceAsker = ({ gameId, newId }: BalanceAsking) => {
  const underWay = new Map<string, Promise<unknown>>();
  return async (
    { judge, courierFor, recipient }: AgentConnection,
    terms: MessageTerms,
    message: CallbackMessage,
  ): Promise<void> => {
    const { intent } = message;
    const callback = message.callback ?? ('callback' in intent ? intent.callback : undefined);
    if (callback === undefined || callback.type === 'getBalance' || judge.knows(callback)) return;
    const { agentId, sessionId, playerId, playerUsername, currency, language } = callback;
    const player = { agentId, sessionId, playerId, playerUsername, currency, language };
    const key = JSON.stringify([recipient.agentId, accountKey(callback)]);
    const asked: Callback = { ...player, type: 'getBalance', gameId, requestId: newId() };
    const asking = underWay.get(key) ?? courierFor('hand').send(composeMessage(asked, terms));
    underWay.set(key, asking);
    await asking.finally(() => underWay.delete(key));
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
    'Change how serve is started, and start it again.',
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
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly dice: Dice;
}

/** Sends a message once, with the faults that are switched on. */
const sendByHand = async (
  courier: MessageSender,
  message: CallbackMessage,
  options: SendingByHand,
): Promise<SentByHand> => {
  const type = callbackTypes.find((each) => each === message.kind);
  const deviation = type === undefined ? noDeviation : options.deviate(type);
  await waitByHand(deviation.delayMs, options);
  await options.askFirst();
  const sent = { ...message, loseAnswer: deviation.loseAnswer, signal: options.signal };
  const signed = deviation.signature === 'wrong' ? signWrongly(sent, options.dice) : sent;
  const { exchanges } = await sendDeviating(courier, signed, deviation);
  return { exchangeIds: exchanges.map(({ id }) => id) };
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
    const message = 'The platform is closing: the callback was not sent.';
    throw new WalletproofError('usage', message, 'Start serve again, and send it then.', { cause });
  }
};
