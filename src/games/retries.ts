import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { Pack } from '../platform/packs.ts';
import { platformBounds } from '../spec/platform-bounds.ts';

/** When something that did not work is tried again. */
export interface Retries {
  /** It was never tried. */
  isNew(key: string): boolean;
  isDue(key: string): boolean;
  /** When it is tried again; undefined where it was never tried, or often enough. */
  dueAt(key: string): number | undefined;
  tried(key: string): void;
  forget(key: string): void;
}

const firstPauseMs = 10_000;

const longestPauseMs = 600_000;

/** Then it waits for the player, or for the next start of the platform. */
const mostTries = 20;

/** What was tried longest ago is forgotten beyond this number: it is tried as if for the first time. */
const mostRetried = 3 * platformBounds.openGames;

/** Nothing was tried yet. */
export const createRetries = (clock: Pick<Clock, 'now'>): Retries => {
  const tries = new LRUCache<string, { readonly count: number; readonly dueAt: number }>({
    max: mostRetried,
  });
  return {
    isNew: (key) => !tries.has(key),
    isDue: (key) => {
      const made = tries.get(key);
      return made === undefined || (made.count < mostTries && clock.now() >= made.dueAt);
    },
    dueAt: (key) => {
      const made = tries.get(key);
      return made === undefined || made.count >= mostTries ? undefined : made.dueAt;
    },
    tried: (key) => {
      const count = (tries.get(key)?.count ?? 0) + 1;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1));
      tries.set(key, { count, dueAt: clock.now() + pauseMs });
    },
    forget: (key) => {
      tries.delete(key);
    },
  };
};

/** What the bets of a game are tried under of which nobody knows. */
export const doubtsKey = (linkKey: string): string => `${linkKey} doubts`;

/** What the end of a pack is tried under. */
export const packKey = ({ agentId, freespinsId }: Pick<Pack, 'agentId' | 'freespinsId'>): string =>
  `${agentId} ${freespinsId}`;
