import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { amountAtScale } from '../base/money.ts';
import type { Configuration } from '../formats/configuration.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { CallbackOutcome, SendCallback } from '../games/callbacks.ts';
import { createIds } from '../platform/create-ids.ts';
import { type Callback, type CallbackType, transactionIdOf } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { CallTold, WaitingCall } from '../spec/game-page.ts';
import { callbackOfBody } from '../wire/codec.ts';
import type { WaitingDelivery } from '../wire/deliver.ts';
import type { CallbackDeviation } from '../wire/faults.ts';
import { type DeliveryOutcome, retryPausesOf } from '../wire/next-delivery.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { AgentConnections } from './agent-connections.ts';

interface SendCallbackOptions {
  readonly connections: AgentConnections;
  readonly configuration: Pick<Configuration, 'quirks'>;
  /** How a callback is delivered that begins now. */
  readonly callbacks: () => Pick<Configuration['callbacks'], 'delivery'>;
  readonly clock: Clock;
  readonly dice: Dice;
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType, agentId: number) => CallbackDeviation;
  /** Told of each that waits to be sent again, until the function given back is called. */
  readonly onWait?: (callback: Callback, waiting: WaitingDelivery) => () => void;
  readonly judgementOf: (exchangeId: string) => ExchangeJudgement | undefined;
  /** What an agent says is shown on the page of a game: without any token. */
  readonly mask: <T>(value: T) => T;
}

/** Callbacks of the games, to whichever agent they are for, delivered as the configuration says. */
export const createSendCallback = (options: SendCallbackOptions): SendCallback => {
  const { connections, configuration, callbacks, clock } = options;
  const { deviate, judgementOf, mask, onWait } = options;
  const newRequestId = createIds(options.dice.fork('callbacks'));
  const signatureDice = options.dice.fork('signatures');
  const pauses = retryPausesOf(configuration.quirks);
  return async (callback, { loseAnswer, isAgain, onRollback = () => undefined, ...game } = {}) => {
    const connection = await connections.to(callback.agentId);
    if (typeof connection === 'string') {
      return { outcome: { kind: 'unclear', reason: connection, unsent: true }, calls: [] };
    }
    const { deliver } = await import('../wire/deliver.ts');
    const { signal, during } = connection;
    const delivery = deliver(callback, {
      courier: connection.courierFor('game', isAgain === true ? 'given' : undefined),
      dice: signatureDice,
      clock,
      recipient: connection.recipient,
      mode: callbacks().delivery,
      pauses,
      requestId: configuration.quirks.requestId,
      newRequestId,
      signal,
      deviate: (type) => {
        if (type === 'rollback' && callback.type === 'makeBet') onRollback();
        return deviate(type, callback.agentId);
      },
      loseFirstAnswer: loseAnswer,
      onWait: (waiting) => {
        const end = onWait?.(callback, waiting);
        game.onWait?.(waitingCall(callback, waiting));
        return () => {
          end?.();
          game.onWait?.(undefined);
        };
      },
    });
    const { outcome, exchanges } = await during(delivery);
    return mask({
      outcome: toCallbackOutcome(outcome, signal),
      calls: exchanges.map((exchange) => describeCall(exchange, judgementOf(exchange.id))),
    });
  };
};

const waitingCall = (
  { type }: Callback,
  { what, attempt, attemptsLeft, afterMs, then }: WaitingDelivery,
): WaitingCall => ({
  kind: what === 'rollback' ? what : type,
  ...{ attempt, attemptsLeft, inMs: afterMs },
  then,
});

const toCallbackOutcome = (outcome: DeliveryOutcome, { aborted }: AbortSignal): CallbackOutcome => {
  switch (outcome.kind) {
    case 'balance':
    case 'rolled-back':
      return outcome;
    case 'unclear':
      return aborted ? { ...outcome, interrupted: true } : outcome;
    case 'refused':
      return {
        kind: 'refused',
        code: outcome.code ?? `HTTP ${outcome.status}`,
        message: outcome.message ?? '',
      };
  }
};

/** One sending of a callback of ours, as the drawer beside a game lists it. */
export const describeCall = (exchange: Exchange, judgement: ExchangeJudgement | undefined): CallTold => {
  const { id, kind, attempt = 1, answer, durationMs, request } = exchange;
  const callback = callbackOfBody(request.body);
  return {
    exchangeId: id,
    kind,
    attempt,
    status: answer.kind === 'answered' ? answer.status : null,
    failure: answer.kind === 'failed' ? answer.failure : undefined,
    durationMs,
    transactionId: transactionIdOf(callback),
    bet: callback?.type === 'makeBet' ? amountAtScale(callback.bet, callback.currency) : undefined,
    win: callback?.type === 'makeBet' ? amountAtScale(callback.win, callback.currency) : undefined,
    answer: sayingOf(exchange, callback?.currency),
    verdict: judgement?.verdict,
    sentence: judgement?.sentence,
  };
};

const sayingOf = ({ answer }: Exchange, currency: string | undefined): string | undefined => {
  const said = readAnswer(answer);
  switch (said.kind) {
    case 'balance':
      return amountAtScale(said.balance, currency);
    case 'error':
      return said.error;
    case 'odd':
      return said.detail;
    case 'none':
      return undefined;
  }
};
