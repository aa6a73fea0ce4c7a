import { createRecentMap } from './create-recent-map.ts';
import type { RequestWatch } from './sighting.ts';

/** A launch that succeeded, as far as it must be remembered. */
export interface SeenLaunch {
  readonly exchangeId: string;
  readonly startedAt: number;
  readonly playerId: string;
  readonly gameId: unknown;
}

/** Whether the second is the first one again, such as a retry after a lost answer. */
export type IsSameLaunch = (first: SeenLaunch, second: SeenLaunch) => boolean;

/** An id that comes again after this many others is not noticed. */
const remembered = 10_000;
const retryMs = 5_000;

/** The same player and game a moment later: most likely a retry. */
export const isRetry: IsSameLaunch = (first, second) =>
  first.playerId === second.playerId &&
  first.gameId === second.gameId &&
  second.startedAt - first.startedAt <= retryMs;

/** Section 4, REQ-07: each launch has an agent_session_id of its own. Counts launches that succeeded. */
export const watchSessions = (isSameLaunch: IsSameLaunch): RequestWatch => {
  const launches = createRecentMap<SeenLaunch>(remembered);
  let isFirst = true;
  return {
    requirement: 'REQ-07',
    see: ({ exchange, fields }) => {
      const { kind, answer, dialect, subject } = exchange;
      if (kind !== 'get_game_link' || dialect === undefined) return 'silent';
      if (answer.kind === 'failed' || answer.status !== 200) return 'silent';
      const { agent_session_id: sessionId, game_id: gameId } = fields as Record<string, unknown>;
      const { id: exchangeId, startedAt } = exchange;
      const launch = { exchangeId, startedAt, playerId: subject.playerId ?? '', gameId };
      const key = `${subject.agentId} ${String(sessionId)}`;
      const first = launches.get(key);
      launches.set(key, launch);
      if (first === undefined || isSameLaunch(first, launch)) {
        // One launch alone shows nothing.
        const sighting = isFirst ? 'silent' : 'kept';
        isFirst = false;
        return sighting;
      }
      return {
        code: 'session-id-reused',
        message: `agent_session_id ${quote(sessionId)} was sent for another launch before${whoseOf(first, launch)}.`,
        expected: 'an agent_session_id of its own for each launch',
        actual: `${quote(sessionId)} again`,
        before: [first.exchangeId],
      };
    },
  };
};

/** As much of it as can be read at a glance. */
const quote = (sessionId: unknown): string => JSON.stringify(String(sessionId).slice(0, 60));

const whoseOf = (first: SeenLaunch, second: SeenLaunch): string =>
  first.playerId === second.playerId ? '' : `, that of player ${first.playerId}`;
