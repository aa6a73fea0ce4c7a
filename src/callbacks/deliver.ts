import { readAnswer } from '../answers/read-answer.ts';
import type { Callback, MakeBet, Rollback } from '../contract/callback.ts';
import type { DeliveryMode } from '../contract/delivery.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Quirks } from '../contract/quirks.ts';
import type { Clock } from '../world/clock.ts';
import type { Recipient } from './compose-letter.ts';
import { composeLetter } from './compose-letter.ts';
import type { Courier } from './create-courier.ts';
import type { Attempted, DeliveryOutcome, NextDelivery } from './next-delivery.ts';
import { nextDelivery } from './next-delivery.ts';

/** What every delivery to one agent has in common. */
export interface DeliveryTerms {
  readonly courier: Courier;
  readonly clock: Clock;
  readonly recipient: Recipient;
  readonly mode: DeliveryMode;
  /** Whether a retry carries the request_id of the first attempt. */
  readonly requestId: Quirks['requestId'];
  readonly newRequestId: () => string;
  /** Ends the delivery; its outcome is then unclear. */
  readonly signal?: AbortSignal | undefined;
}

export interface Delivery {
  readonly outcome: DeliveryOutcome;
  /** Every attempt, in order, those of the rollback last. */
  readonly exchanges: readonly Exchange[];
}

/** Delivers a callback as the platform does: until its outcome is clear, or nothing more is to do. */
export const deliver = async (callback: Callback, terms: DeliveryTerms): Promise<Delivery> => {
  const plan = { type: callback.type, mode: terms.mode };
  const compose = createComposing(callback, terms);
  const attempts: Attempted[] = [];
  const exchanges: Exchange[] = [];
  let next = nextDelivery(plan, attempts);
  while (next.kind === 'send') {
    if (!(await pause(terms, next.afterMs))) return { outcome: interrupted, exchanges };
    const letter = { ...compose(next), attempt: next.attempt, signal: terms.signal };
    const exchange = await terms.courier.send(letter);
    exchanges.push(exchange);
    attempts.push({ what: next.what, answer: readAnswer(exchange.answer) });
    next = nextDelivery(plan, attempts);
  }
  return { outcome: next.outcome, exchanges };
};

type Sending = Extract<NextDelivery, { kind: 'send' }>;

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

const createComposing = (callback: Callback, terms: DeliveryTerms) => {
  const anew = <C extends Callback>(each: C): C => ({ ...each, requestId: terms.newRequestId() });
  let rollback: Callback | undefined;

  return ({ what, attempt }: Sending) => {
    if (what === 'rollback' && callback.type === 'makeBet') {
      rollback ??= anew(rollbackOf(callback));
    }
    const first = rollback ?? callback;
    const isRepeat = attempt > 1 && terms.requestId === 'new';
    return composeLetter(isRepeat ? anew(first) : first, terms.recipient);
  };
};

/** Section 6: a rollback names the transaction, and nothing of its amounts. */
const rollbackOf = (bet: MakeBet): Rollback => ({
  agentId: bet.agentId,
  sessionId: bet.sessionId,
  playerId: bet.playerId,
  playerUsername: bet.playerUsername,
  type: 'rollback',
  currency: bet.currency,
  language: bet.language,
  transactionId: bet.transactionId,
  requestId: bet.requestId,
});
