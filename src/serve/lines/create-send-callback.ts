import type { DeliveryOutcome } from '../../callbacks/next-delivery.ts';
import type { CallbackDeviation } from '../../faults/callback-deviation.ts';
import type { CallbackOutcome, SendCallback } from '../../games/callback-outcome.ts';
import { createIds } from '../../platform/create-ids.ts';
import type { CallbackType } from '../../spec/callback.ts';
import type { Configuration } from '../../spec/configuration.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { Clock } from '../../world/clock.ts';
import type { Dice } from '../../world/dice.ts';
import type { AgentLines } from './open-agent-lines.ts';
import { tellCall } from './tell-call.ts';

export interface SendCallbackOptions {
  readonly lines: AgentLines;
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly dice: Dice;
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly judgementOf: (exchangeId: string) => ExchangeJudgement | undefined;
  /** What an agent says is shown on the page of a game: without any token. */
  readonly mask: <T>(value: T) => T;
  /** Ends every delivery. */
  readonly signal: AbortSignal;
}

/** Callbacks of the games, to whichever agent they are for, delivered as the configuration says. */
export const createSendCallback = (options: SendCallbackOptions): SendCallback => {
  const { lines, configuration, clock, deviate, judgementOf, mask, signal } = options;
  const newRequestId = createIds(options.dice.fork('callbacks'));
  const signatureDice = options.dice.fork('signatures');
  return async (callback, { loseAnswer } = {}) => {
    const line = await lines.to(callback.agentId);
    if (typeof line === 'string') return { outcome: { kind: 'unclear', reason: line }, calls: [] };
    const { deliver } = await import('../../callbacks/deliver.ts');
    const { outcome, exchanges } = await deliver(callback, {
      courier: line.courierFor('game'),
      dice: signatureDice,
      clock,
      recipient: line.recipient,
      mode: configuration.callbacks.delivery,
      requestId: configuration.quirks.requestId,
      newRequestId,
      signal,
      deviate,
      ...(loseAnswer === undefined ? {} : { loseFirstAnswer: loseAnswer }),
    });
    return mask({
      outcome: toCallbackOutcome(outcome),
      calls: exchanges.map((exchange) => tellCall(exchange, judgementOf(exchange.id))),
    });
  };
};

const toCallbackOutcome = (outcome: DeliveryOutcome): CallbackOutcome => {
  switch (outcome.kind) {
    case 'balance':
    case 'unclear':
    case 'rolled-back':
      return outcome;
    case 'refused':
      return {
        kind: 'refused',
        code: outcome.code ?? `HTTP ${outcome.status}`,
        message: outcome.message ?? '',
      };
  }
};
