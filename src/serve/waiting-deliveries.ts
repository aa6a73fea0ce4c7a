import type { DeliveryView } from '../api/schemas/deliveries.ts';
import type { PlatformClock } from '../base/platform-clock.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Callback, MakeBet, Rollback } from '../spec/callback.ts';
import type { WaitingDelivery } from '../wire/deliver.ts';
import type { EventBus } from './event-bus.ts';

interface WaitingDeliveriesOptions {
  readonly clock: Pick<PlatformClock, 'now' | 'state' | 'onChange'>;
  readonly bus: Pick<EventBus, 'publish' | 'hasListeners'>;
}

/** A getBalance is asked once. */
type SentAgain = MakeBet | Rollback;

/** Callbacks of games that wait to be sent again. */
export interface WaitingDeliveries {
  /** Soonest first, no more than can be shown. */
  list(): readonly DeliveryView[];
  /** One waits until the function given back is called. */
  begin(callback: Callback, waiting: WaitingDelivery): () => void;
  close(): void;
}

const mostShown = 500;

/** An agent that is down makes many of them wait: they are told together, milliseconds. */
const gatherMs = 50;

/** Knows of each while it waits, and tells who listens whenever they are others. */
export const createWaitingDeliveries = ({ clock, bus }: WaitingDeliveriesOptions): WaitingDeliveries => {
  const waiting = new Set<DueDelivery>();
  let timer: NodeJS.Timeout | undefined;
  const list = (): readonly DeliveryView[] =>
    [...waiting]
      .toSorted((one, other) => one.dueAt - other.dueAt)
      .slice(0, mostShown)
      .map((each) => viewOf(each, clock));
  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (bus.hasListeners()) bus.publish({ kind: 'deliveries', deliveries: list() });
    }, gatherMs).unref();
  };
  const forget = clock.onChange(() => {
    if (waiting.size > 0) tell();
  });
  return {
    list,
    begin: (callback, delivery) => {
      if (callback.type === 'getBalance') return () => undefined;
      const due = { callback, delivery, dueAt: clock.now() + delivery.afterMs };
      waiting.add(due);
      tell();
      return () => {
        if (waiting.delete(due)) tell();
      };
    },
    close: () => {
      forget();
      clearTimeout(timer);
    },
  };
};

interface DueDelivery {
  readonly callback: SentAgain;
  readonly delivery: WaitingDelivery;
  /** By the platform's clock, Unix milliseconds. */
  readonly dueAt: number;
}

const viewOf = ({ callback, delivery, dueAt }: DueDelivery, clock: Pick<PlatformClock, 'state'>): DeliveryView => {
  const { agentId, playerId, currency, sessionId } = callback;
  const { exchangeId, attempt, attemptsLeft, then } = delivery;
  const { frozen, shiftMs } = clock.state();
  return {
    ...{ exchangeId, agentId, playerId, currency, sessionId, attempt, attemptsLeft, then },
    transactionId: callback.transactionId,
    gameRoundId: callback.type === 'makeBet' ? callback.gameRoundId : undefined,
    kind: delivery.what === 'rollback' ? 'rollback' : callback.type,
    nextAt: toInstant(dueAt),
    nextAtReal: frozen ? undefined : toInstant(dueAt - shiftMs),
  };
};
