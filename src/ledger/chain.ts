/** A list that is a value and only grows: an item costs the same however many came before it. */
export interface Link<T> {
  readonly last: T;
  readonly before: Chain<T>;
}

/** The newest item and the chain before it; undefined is the empty one. */
export type Chain<T> = Link<T> | undefined;

/** The chain with these items at its end. */
export const append = <T>(chain: Chain<T>, ...items: readonly T[]): Chain<T> =>
  items.reduce<Chain<T>>((before, last) => ({ last, before }), chain);

export function* newestFirst<T>(chain: Chain<T>): Generator<T> {
  for (let link = chain; link !== undefined; link = link.before) yield link.last;
}

export const oldestFirst = <T>(chain: Chain<T>): T[] => [...newestFirst(chain)].reverse();
