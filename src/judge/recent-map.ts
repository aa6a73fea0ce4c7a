/**
 * A map of what was seen lately, so that traffic cannot fill the memory: it remembers the last `limit`
 * keys at least, twice as many at most. Two halves, the older of which is dropped whole: nothing is
 * looked for when it is full.
 */
export class RecentMap<V> {
  readonly #limit: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#limit && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** What is remembered, each key once. */
  values(): V[] {
    return [...new Map([...this.#old, ...this.#young]).values()];
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }
}
