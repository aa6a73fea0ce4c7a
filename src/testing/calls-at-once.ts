import type { AsyncLocalStorage } from 'node:async_hooks';

/** A place in a group of calls that leave together. */
export interface Place<Order, Result> {
  hasCalled: boolean;
  join(order: Order): Promise<Result>;
  /** Its act is over. */
  leave(): void;
}

interface Group<Order, Result> {
  readonly size: number;
  place(): Place<Order, Result>;
}

/** Calls that wait for each other, and are made once every act has called or is over. */
export const createGroup = <Order, Result>(
  size: number,
  perform: (orders: readonly Order[]) => Promise<Result[]>,
): Group<Order, Result> => {
  const orders: Order[] = [];
  let awaited = size;
  let begin: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    begin = resolve;
  }).then(async () => await perform(orders));
  const arrive = (place: Place<Order, Result>): void => {
    if (place.hasCalled) return;
    place.hasCalled = true;
    awaited -= 1;
    if (awaited === 0) begin();
  };
  // Whoever called hears of it himself.
  all.catch(() => undefined);
  return {
    size,
    place: () => {
      const place: Place<Order, Result> = {
        hasCalled: false,
        join: async (order) => {
          const at = orders.push(order) - 1;
          arrive(place);
          return given((await all)[at]);
        },
        leave: () => arrive(place),
      };
      return place;
    },
  };
};

/** Each act in its own place of the group. */
export const atOnce = async <T, Order, Result>(
  places: AsyncLocalStorage<Place<Order, Result>>,
  group: Group<Order, Result>,
  act: (index: number) => T | Promise<T>,
): Promise<T[]> =>
  await Promise.all(
    Array.from({ length: group.size }, async (_, index) => {
      const place = group.place();
      try {
        return await places.run(place, async () => await act(index));
      } finally {
        place.leave();
      }
    }),
  );

/** The result that each call has. */
export const given = <Result>(result: Result | undefined): Result => {
  if (result === undefined) throw new TypeError('A call has a result.');
  return result;
};
