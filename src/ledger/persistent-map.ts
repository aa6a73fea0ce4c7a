/** Entries whose keys have the same hash are a list; nearly always of one. */
interface TrieEntry<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  /** How many keys came before this one. */
  readonly place: number;
  readonly next: TrieEntry<V> | undefined;
}

/** Sixteen nodes, by four bits of the hash. */
interface Fork<V> {
  readonly slots: readonly TrieNode<V>[];
}

type TrieNode<V> = TrieEntry<V> | Fork<V> | undefined;

/**
 * A map that is a value: `set` gives a new one, and leaves this one as it is. Both share all but
 * the few nodes on the way to the key, so that a step costs the same however many keys there are.
 * Iterates in the order in which the keys came first, as a Map does; that takes a sort.
 */
export class PersistentMap<V> implements ReadonlyMap<string, V> {
  readonly #root: TrieNode<V>;
  readonly size: number;

  private constructor(root: TrieNode<V>, size: number) {
    this.#root = root;
    this.size = size;
  }

  static of<V>(entries: Iterable<readonly [string, V]> = []): PersistentMap<V> {
    let map = new PersistentMap<V>(undefined, 0);
    for (const [key, value] of entries) map = map.set(key, value);
    return map;
  }

  get(key: string): V | undefined {
    return find(this.#root, key)?.value;
  }

  has(key: string): boolean {
    return find(this.#root, key) !== undefined;
  }

  set(key: string, value: V): PersistentMap<V> {
    const known = find(this.#root, key);
    const place = known?.place ?? this.size;
    const entry = { hash: hashOf(key), key, value, place, next: undefined };
    const size = known === undefined ? this.size + 1 : this.size;
    return new PersistentMap(withEntry(this.#root, entry, 0), size);
  }

  keys(): MapIterator<string> {
    return this.#inOrder().keys();
  }

  values(): MapIterator<V> {
    return this.#inOrder().values();
  }

  entries(): MapIterator<[string, V]> {
    return this.#inOrder().entries();
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  #inOrder(): Map<string, V> {
    const entries = [...entriesIn(this.#root)].sort((one, other) => one.place - other.place);
    return new Map(entries.map(({ key, value }) => [key, value]));
  }
}

/** FNV-1a over the code units, 32 bits. */
const hashOf = (key: string): number => {
  let hash = 0x811c9dc5;
  for (let n = 0; n < key.length; n += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(n), 0x01000193);
  }
  return hash >>> 0;
};

const slotAt = (hash: number, depth: number): number => (hash >>> (4 * depth)) & 15;

const find = <V>(root: TrieNode<V>, key: string): TrieEntry<V> | undefined => {
  const hash = hashOf(key);
  let node = root;
  for (let depth = 0; node !== undefined && 'slots' in node; depth += 1) {
    node = node.slots[slotAt(hash, depth)];
  }
  while (node !== undefined && node.key !== key) node = node.next;
  return node;
};

/** The node with the entry in it: in place of the one of its key, if there is one. */
const withEntry = <V>(node: TrieNode<V>, entry: TrieEntry<V>, depth: number): TrieNode<V> => {
  if (node === undefined) return entry;
  const slot = slotAt(entry.hash, depth);
  if ('slots' in node) {
    return { slots: node.slots.with(slot, withEntry(node.slots[slot], entry, depth + 1)) };
  }
  if (node.hash === entry.hash) return withSameHash(node, entry);
  const place = slotAt(node.hash, depth);
  const slots = Array.from({ length: 16 }, (_, n): TrieNode<V> => (n === place ? node : undefined));
  return { slots: slots.with(slot, withEntry(slots[slot], entry, depth + 1)) };
};

const withSameHash = <V>(node: TrieEntry<V>, entry: TrieEntry<V>): TrieEntry<V> => {
  if (node.key === entry.key) return { ...entry, next: node.next };
  return { ...node, next: node.next === undefined ? entry : withSameHash(node.next, entry) };
};

function* entriesIn<V>(node: TrieNode<V>): Generator<TrieEntry<V>> {
  if (node === undefined) return;
  if ('slots' in node) {
    for (const slot of node.slots) yield* entriesIn(slot);
    return;
  }
  yield node;
  yield* entriesIn(node.next);
}
