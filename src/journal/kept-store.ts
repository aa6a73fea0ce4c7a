/**
 * What a platform goes on with after a restart: `session` and `demo` by link key, `pack` by agent and id,
 * `game` by link key, `account` by agent, player and currency, `hand-session` by session id, `finding` by
 * code, `judged`: how much was judged and tried.
 */
export type KeptKind = 'session' | 'demo' | 'pack' | 'game' | 'account' | 'hand-session' | 'finding' | 'judged';

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
