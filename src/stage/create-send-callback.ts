import type { Courier } from '../callbacks/create-courier.ts';
import type { DeliveryOutcome } from '../callbacks/next-delivery.ts';
import type { AgentConfiguration, Configuration } from '../contract/configuration.ts';
import { durationOf } from '../contract/duration.ts';
import type { RecordExchange } from '../contract/exchange.ts';
import type { CallbackOutcome, SendCallback } from '../games/callback-outcome.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/create-dice.ts';

export interface SendCallbackOptions {
  readonly configuration: Configuration;
  readonly record: RecordExchange;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly allowPublicTarget: boolean;
}

/** Callbacks to whichever agent they are for, delivered as the configuration says. */
export interface CallbackSender {
  readonly send: SendCallback;
  close(): void;
}

/** The sender. What carries callbacks is loaded with the first one: most starts send none. */
export const createSendCallback = (options: SendCallbackOptions): CallbackSender => {
  const closing = new AbortController();
  let opening: Promise<Courier> | undefined;
  const open = (): Promise<Courier> => {
    opening ??= openCourier(options);
    return opening;
  };
  const newRequestId = createIds(options.dice.fork('callbacks'));
  return {
    send: async (callback) => {
      const agent = options.configuration.agents.find(({ id }) => id === callback.agentId);
      const recipient = agent === undefined ? undefined : recipientOf(agent, options);
      if (recipient === undefined) return { kind: 'unclear', reason: nobody(callback.agentId) };
      const { deliver } = await import('../callbacks/deliver.ts');
      const { outcome } = await deliver(callback, {
        courier: await open(),
        clock: options.clock,
        recipient,
        mode: options.configuration.callbacks.delivery,
        requestId: options.configuration.quirks.requestId,
        newRequestId,
        signal: closing.signal,
      });
      return toCallbackOutcome(outcome);
    },
    close: () => {
      closing.abort();
      void opening?.then((courier) => courier.close());
    },
  };
};

const openCourier = async (options: SendCallbackOptions): Promise<Courier> => {
  const { createCourier } = await import('../callbacks/create-courier.ts');
  const newId = createIds(options.dice.fork('exchanges'));
  return createCourier({ ...options, newId });
};

const recipientOf = (
  { callbackUrl, token, dialect }: AgentConfiguration,
  { configuration }: SendCallbackOptions,
) => {
  if (callbackUrl === undefined || token === undefined) return undefined;
  return {
    url: callbackUrl,
    token,
    dialect,
    nestedOrder: configuration.quirks.nestedOrder,
    timeoutMs: durationOf(configuration.callbacks.timeout),
  };
};

const nobody = (agentId: number): string =>
  `No callback URL is configured for agent ${agentId}: give it to serve as an argument, or as callbackUrl.`;

/** A bet that was rolled back is, to the game, one that did not take place. */
const toCallbackOutcome = (outcome: DeliveryOutcome): CallbackOutcome => {
  switch (outcome.kind) {
    case 'balance':
    case 'unclear':
      return outcome;
    case 'rolled-back':
      return { kind: 'unclear', reason: `${outcome.reason} The bet was rolled back.` };
    case 'refused':
      return {
        kind: 'refused',
        code: outcome.code ?? `HTTP ${outcome.status}`,
        message: outcome.message ?? '',
      };
  }
};
