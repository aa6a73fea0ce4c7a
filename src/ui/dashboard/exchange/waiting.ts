import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DeliveryView } from '../../../api/schemas/deliveries.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';

type Deliveries = ReadonlyMap<string, DeliveryView>;

/** Callbacks that wait to be sent again, by the exchange of their last sending. */
export const waitingDeliveries = signal<Deliveries>(new Map());

/** Now, told every second while something waits. */
export const waitingNow = signal(Date.now());

/** Keeps that up to date while the traffic is looked at. */
export const useWaitingDeliveries = (): void => {
  const { value: refreshes } = store.refreshes;
  useEffect(() => {
    void callAdmin<readonly DeliveryView[]>('GET', '/deliveries').then(take, () => undefined);
  }, [refreshes]);
  useEffect(
    () =>
      subscribeToEvents((events) => {
        for (const event of events) if (event.kind === 'deliveries') take(event.deliveries);
      }),
    [],
  );
  const isWaiting = waitingDeliveries.value.size > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const tick = (): void => {
      waitingNow.value = Date.now();
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
};

const take = (deliveries: readonly DeliveryView[]): void => {
  if (deliveries.length === 0 && waitingDeliveries.peek().size === 0) return;
  waitingDeliveries.value = new Map(
    deliveries.flatMap((each) => (each.exchangeId === undefined ? [] : [[each.exchangeId, each]])),
  );
};

/** `next try in 3 s`; where the clock stands still, when it goes on. */
export const nextText = ({ nextAtReal, nextAt }: DeliveryView, nowMs: number): string => {
  if (nextAtReal === undefined) return `next try when the clock is at ${nextAt}`;
  const seconds = Math.ceil((Date.parse(nextAtReal) - nowMs) / 1_000);
  return seconds > 0 ? `next try in ${seconds} s` : 'next try now';
};
