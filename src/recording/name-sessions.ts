import type { Callback } from '../spec/callback.ts';
import { groupBy } from './group-by.ts';

/** The name of a callback's session; undefined where its player has one only. */
export const nameSessions = (
  callbacks: readonly Callback[],
): ((callback: Callback) => string | undefined) => {
  const names = new Map<string, string>();
  for (const own of groupBy(callbacks, ({ playerId }) => playerId).values()) {
    const sessions = [...groupBy(own, keyOf).keys()];
    if (sessions.length < 2) continue;
    for (const [index, key] of sessions.entries()) names.set(key, `session-${index + 1}`);
  }
  return (callback) => names.get(keyOf(callback));
};

const keyOf = ({ playerId, sessionId }: Callback): string => JSON.stringify([playerId, sessionId]);
