/**
 * What a platform goes on with after a restart: `session` and `demo` by link key, `pack` by agent and id,
 * `game` by link key, `account` by agent, player and currency, `hand-session` by session id, `finding` and
 * `evidence` by code, `judged`: how much was judged and tried.
 */
export type KeptKind =
  | 'session'
  | 'demo'
  | 'pack'
  | 'game'
  | 'account'
  | 'hand-session'
  | 'finding'
  | 'evidence'
  | 'judged';

/** A value of JSON under its key. */
export interface Kept {
  readonly key: string;
  readonly value: unknown;
}

/** What outlives the process where the journal is a file. Who keeps a kind reads `all` of it first. */
export interface KeptStore {
  /** What is kept of a kind, the oldest key first. Read when the platform opens, not while it answers. */
  all(kind: KeptKind): readonly Kept[];
  /** Keeps the last value of a key, which nobody changes afterwards; undefined forgets it. Never throws, never waits. */
  keep(kind: KeptKind, key: string, value: unknown): void;
  /** Forgets everything, of every kind. */
  clear(): void;
  /**
   * How often a platform was opened before on what is kept; 0 where nothing is. Ids that a seed decides
   * are drawn for each start anew, so that none comes twice.
   */
  readonly earlierStarts: number;
}

/** Where the journal is in memory, or belongs to another process: nothing outlives. */
export const keepsNothing: KeptStore = {
  all: () => [],
  keep: () => undefined,
  clear: () => undefined,
  earlierStarts: 0,
};

/** A row of what is kept, as the file has it; `value` is JSON. */
export interface KeptRow {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
}

/** How often a platform was opened on what is kept: a row beside the others, which is never cleared. */
export const startsKind = 'starts';

/** Without a value: it is forgotten. */
export type KeptChange = readonly [kind: string, key: string, value?: unknown];

/** What changed in what is kept; `cleared`: everything that was kept goes first. */
export interface KeptChanges {
  readonly cleared: boolean;
  readonly changes: readonly KeptChange[];
}

/** What is kept in a file, as this process knows it, which alone changes it; and what of it waits to be written. */
export class KeptInFile implements KeptStore {
  readonly earlierStarts: number;
  readonly #onWaiting: () => void;
  #rows: readonly KeptRow[];
  #waiting = new Map<string, KeptChange>();
  #cleared = false;

  /** `onWaiting` is told when something begins to wait. */
  constructor(rows: readonly KeptRow[], onWaiting: () => void) {
    this.#rows = rows.filter(({ kind }) => kind !== startsKind);
    this.#onWaiting = onWaiting;
    const starts = Number(rows.find(({ kind }) => kind === startsKind)?.value ?? 0);
    this.earlierStarts = this.#rows.length === 0 ? 0 : starts + 1;
    if (this.earlierStarts > 0) this.#change([startsKind, '', this.earlierStarts]);
  }

  // Whoever forgets everything is handed `clear` alone.
  readonly all = (kind: KeptKind): readonly Kept[] =>
    this.#rows
      .filter((row) => row.kind === kind)
      .map(({ key, value }) => ({ key, value: JSON.parse(value) as unknown }));

  readonly keep = (kind: KeptKind, key: string, value: unknown): void =>
    this.#change(value === undefined ? [kind, key] : [kind, key, value]);

  readonly clear = (): void => {
    this.#rows = [];
    const starts = [...this.#waiting].filter(([, [kind]]) => kind === startsKind);
    if (this.#waiting.size === 0 && !this.#cleared) this.#onWaiting();
    this.#waiting = new Map(starts);
    this.#cleared = true;
  };

  /** What waits: of several changes to a key the last one. Undefined where nothing does. */
  take(): KeptChanges | undefined {
    if (this.#waiting.size === 0 && !this.#cleared) return undefined;
    const taken = { cleared: this.#cleared, changes: [...this.#waiting.values()] };
    this.#waiting = new Map();
    this.#cleared = false;
    return taken;
  }

  #change(change: KeptChange): void {
    const [kind, key] = change;
    if (this.#waiting.size === 0 && !this.#cleared) this.#onWaiting();
    this.#waiting.set(`${kind} ${key}`, change);
  }
}
