import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { DeliveryMode } from '../formats/default-configuration.ts';
import type { Callback, CallbackType } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { rollbackOf } from './codec.ts';
import { composeMessage, losing, type Recipient } from './compose-message.ts';
import { type CallbackDeviation, noDeviation } from './faults.ts';
import type { CallbackMessage } from './message.ts';
import {
  type Attempted,
  afterDelivery,
  type DeliveryOutcome,
  type NextDelivery,
  nextDelivery,
  type RetryPauses,
} from './next-delivery.ts';
import { readAnswer } from './read-answer.ts';

/** Sends a callback once; the exchange says what came of it. */
export interface MessageSender {
  send(message: CallbackMessage): Promise<Exchange>;
}

/** What every delivery to one agent has in common. */
export interface DeliveryTerms {
  readonly courier: MessageSender;
  readonly clock: Clock;
  readonly recipient: Recipient;
  readonly mode: DeliveryMode;
  /** When it is sent again. */
  readonly pauses: RetryPauses;
  /** Whether a retry carries the request_id of the first attempt. */
  readonly requestId: Quirks['requestId'];
  readonly newRequestId: () => string;
  /** Who made the platform send it. */
  readonly origin?: Exchange['origin'];
  /** Asked before each sending, those of the rollback included; nothing deviates when absent. */
  readonly deviate?: (what: CallbackType, attempt: number) => CallbackDeviation;
  /** For wrong signatures. */
  readonly dice: Dice;
  /** The answer to the first sending is lost. */
  readonly loseFirstAnswer?: true;
  /** Ends the delivery; its outcome is then unclear. */
  readonly signal?: AbortSignal;
  /** Told that it waits to be sent again, until the function given back is called. */
  readonly onWait?: (waiting: WaitingDelivery) => () => void;
}

/** A delivery between two sendings: what is sent next, and what follows it. */
export interface WaitingDelivery
  extends Pick<NextSending, 'what' | 'attempt' | 'afterMs'>,
    ReturnType<typeof afterDelivery> {
  /** The last sending. */
  readonly exchangeId: string | undefined;
}

export interface Delivery {
  readonly outcome: DeliveryOutcome;
  /** Every sending, in the order of their answers: those of the rollback last. */
  readonly exchanges: readonly Exchange[];
}

/** Delivers a callback as the platform does: until its outcome is clear, or nothing more is to do. */
export const deliver = async (callback: Callback, terms: DeliveryTerms): Promise<Delivery> => {
  const plan = { type: callback.type, mode: terms.mode, pauses: terms.pauses };
  const compose = createComposing(callback, terms);
  const attempts: Attempted[] = [];
  const exchanges: Exchange[] = [];
  /** False where the delivery was ended meanwhile. What is sent at once waits for nothing. */
  const waitForNext = async ({ what, attempt, afterMs }: NextSending): Promise<boolean> => {
    if (afterMs === 0) return true;
    const waiting = { exchangeId: exchanges.at(-1)?.id, what, attempt, afterMs };
    const end = terms.onWait?.({ ...waiting, ...afterDelivery(plan, { what, attempt }) });
    const isDue = await pause(terms, afterMs);
    end?.();
    return isDue;
  };
  let next = nextDelivery(plan, attempts);
  while (next.kind === 'send') {
    if (!(await waitForNext(next))) return { outcome: interrupted, exchanges };
    const deviation = deviationFor(terms, next.what === 'rollback' ? 'rollback' : callback.type, next);
    if (!(await pause(terms, deviation.delayMs))) return { outcome: interrupted, exchanges };
    const sent = await sendDeviating(terms.courier, compose(next, deviation), deviation);
    exchanges.push(...sent.exchanges);
    attempts.push({ what: next.what, answer: readAnswer(sent.counting.answer) });
    next = nextDelivery(plan, attempts);
  }
  return { outcome: next.outcome, exchanges };
};

type NextSending = Extract<NextDelivery, { kind: 'send' }>;

const interrupted: DeliveryOutcome = {
  kind: 'unclear',
  reason: 'The delivery was interrupted by the platform.',
};

/** False where the delivery was ended meanwhile. */
const pause = async ({ clock, signal }: DeliveryTerms, durationMs: number): Promise<boolean> => {
  try {
    if (durationMs > 0) await clock.sleep(durationMs, signal);
    return true;
  } catch {
    return false;
  }
};

const deviationFor = (
  { deviate, loseFirstAnswer }: DeliveryTerms,
  type: CallbackType,
  { what, attempt }: NextSending,
): CallbackDeviation => {
  const deviation = deviate?.(type, attempt) ?? noDeviation;
  const isFirst = what === 'callback' && attempt === 1;
  return isFirst && loseFirstAnswer === true ? { ...deviation, lose: 'answer' } : deviation;
};

const createComposing = (callback: Callback, terms: DeliveryTerms) => {
  const { recipient, dice, origin, signal } = terms;
  const anew = <C extends Callback>(each: C): C => ({ ...each, requestId: terms.newRequestId() });
  let rollback: Callback | undefined;

  return ({ what, attempt }: NextSending, { signature, lose }: CallbackDeviation): CallbackMessage => {
    if (what === 'rollback' && callback.type === 'makeBet') {
      rollback ??= rollbackOf(callback, terms.newRequestId());
    }
    const first = rollback ?? callback;
    const isRepeat = attempt > 1 && terms.requestId === 'new';
    const sent = isRepeat ? anew(first) : first;
    const message = composeMessage(sent, { recipient, otherToken: '', dice }, { signature });
    return losing({ ...message, attempt, origin, signal }, lose && { what: lose });
  };
};

interface SentMessage {
  /** In the order in which they ended. */
  readonly exchanges: readonly Exchange[];
  /** The one whose answer the platform goes by. */
  readonly counting: Exchange;
}

/** Sends a message once or twice, as a fault wants it. The first answer counts. */
export const sendDeviating = async (
  courier: MessageSender,
  message: CallbackMessage,
  { send }: Pick<CallbackDeviation, 'send'>,
): Promise<SentMessage> => {
  const exchanges: Exchange[] = [];
  const sendOne = async (): Promise<Exchange> => {
    const exchange = await courier.send(message);
    exchanges.push(exchange);
    return exchange;
  };
  if (send === 'together') {
    const [one] = await Promise.all([sendOne(), sendOne()]);
    return { exchanges, counting: exchanges.find(({ answer }) => answer.kind === 'answered') ?? one };
  }
  const counting = await sendOne();
  if (send === 'again' && counting.answer.kind === 'answered') await sendOne();
  return { exchanges, counting };
};
