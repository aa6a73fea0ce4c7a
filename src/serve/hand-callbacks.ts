import type { Letter } from '../callbacks/compose-message.ts';
import { composeLetter, composeOddLetter } from '../callbacks/compose-message.ts';
import type { Courier } from '../callbacks/create-courier.ts';
import { sendDeviating } from '../callbacks/deliver.ts';
import type { Revision } from '../callbacks/resend-exchange.ts';
import { letterOfExchange, reviseCallback } from '../callbacks/resend-exchange.ts';
import type { CallbackDeviation } from '../faults/deviation.ts';
import { noDeviation } from '../faults/deviation.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Journal } from '../journal/open-journal.ts';
import { createIds } from '../platform/create-ids.ts';
import type { GameSession } from '../platform/create-sessions.ts';
import type { ResendOrder, TriggerOrder } from '../spec/admin/orders.ts';
import type { SentByHand } from '../spec/admin/views.ts';
import type { Callback, CallbackType } from '../spec/callback.ts';
import { callbackTypes } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import type { AgentConnection, AgentConnections } from './agent-connections.ts';
import { callbackByHand, rollbackByHand } from './callback-by-hand.ts';

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
  const again = async (
    exchangeId: string,
    compose: (exchange: Exchange, connection: AgentConnection) => Letter,
    lateness: Pick<ResendOrder, 'as' | 'afterMs'> = { as: 'exact' },
  ): Promise<SentByHand | undefined> => {
    const exchange = journal.row(exchangeId)?.exchange;
    if (exchange?.direction !== 'callback') return undefined;
    const connection = await demandConnection(connections, exchange.subject.agentId ?? agent.id);
    const letter = compose(exchange, connection);
    await waitByHand(lateMsOf(lateness), options);
    return await sendByHand(connection.courierFor('hand'), letter, options);
  };
  return {
    trigger: async (order) => {
      const session = order.sessionId === undefined ? undefined : findSession(order.sessionId);
      const connection = await demandConnection(connections, session?.launch.agentId ?? agent.id);
      const callback = callbackByHand(order, { agent: connection.agent, session, games, newId });
      const letter = composed(callback, connection, { ...options, ...order });
      const transaction = order.transactionId === undefined ? 'fresh' : 'given';
      return await sendByHand(connection.courierFor('hand', transaction), letter, options);
    },
    resend: async (exchangeId, order) =>
      await again(
        exchangeId,
        (exchange, connection) =>
          letterAgain(exchange, { ...order, requestId: newId() }, connection),
        order,
      ),
    rollback: async (exchangeId) =>
      await again(exchangeId, (exchange, { recipient }) =>
        composeLetter(rollbackByHand(exchange, newId()), recipient),
      ),
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

type Composing = Pick<HandCallbacksOptions, 'otherToken' | 'dice'> &
  Pick<TriggerOrder, 'signature'>;

const composed = (
  callback: Callback,
  { recipient }: AgentConnection,
  { signature = 'valid', otherToken, dice }: Composing,
): Letter => composeOddLetter(callback, { recipient, signature, otherToken, dice });

const letterAgain = (
  exchange: Exchange,
  revision: Revision,
  { recipient }: AgentConnection,
): Letter =>
  revision.as === 'exact' || revision.as === 'stale'
    ? letterOfExchange(exchange, recipient)
    : composeLetter(reviseCallback(exchange, revision), recipient);

interface SendingByHand extends Waiting {
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly dice: Dice;
}

/** Sends a letter once, with the faults that are switched on. */
const sendByHand = async (
  courier: Pick<Courier, 'send'>,
  letter: Letter,
  options: SendingByHand,
): Promise<SentByHand> => {
  const type = callbackTypes.find((each) => each === letter.kind);
  const deviation = type === undefined ? noDeviation : options.deviate(type);
  await waitByHand(deviation.delayMs, options);
  const sent = { ...letter, dropAnswer: deviation.loseAnswer, signal: options.signal };
  const signed = deviation.signature === 'wrong' ? badlySigned(sent, options.dice) : sent;
  const { exchanges } = await sendDeviating(courier, signed, deviation);
  return { exchangeIds: exchanges.map(({ id }) => id) };
};

/** Also where the bytes are those of an earlier callback. */
const badlySigned = (letter: Letter, dice: Dice): Letter => ({
  ...letter,
  headers: { ...letter.headers, 'x-signature': dice.hex(64) },
});

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
