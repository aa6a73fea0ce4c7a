import { createRecentMap } from '../recent-map.ts';
import type { HeardOperation, RequestBreach, RequestWatch } from './operation.ts';

/** A launch that succeeded, as far as it must be remembered. */
export interface SeenLaunch {
  readonly exchangeId: string;
  readonly startedAt: number;
  readonly sessionId: string;
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
    see: (heard) => {
      if (!isLaunched(heard)) return 'silent';
      const launch = launchOf(heard);
      const key = `${heard.exchange.subject.agentId} ${launch.sessionId}`;
      const before = launches.get(key);
      launches.set(key, launch);
      if (before !== undefined && !isSameLaunch(before, launch)) return reused(before, launch);
      // One launch alone shows nothing.
      const sighting = isFirst ? 'silent' : 'kept';
      isFirst = false;
      return sighting;
    },
  };
};

const isLaunched = ({ exchange: { kind, answer, dialect } }: HeardOperation): boolean =>
  kind === 'get_game_link' &&
  dialect !== undefined &&
  answer.kind === 'answered' &&
  answer.status === 200;

const launchOf = ({ exchange, fields }: HeardOperation): SeenLaunch => {
  const { agent_session_id: sessionId, game_id: gameId } = fields as Record<string, unknown>;
  return {
    exchangeId: exchange.id,
    startedAt: exchange.startedAt,
    sessionId: String(sessionId),
    playerId: exchange.subject.playerId ?? '',
    gameId,
  };
};

const reused = (before: SeenLaunch, launch: SeenLaunch): RequestBreach => ({
  code: 'session-id-reused',
  message: `agent_session_id ${quote(launch)} was sent for another launch before${whoseOf(before, launch)}.`,
  expected: 'an agent_session_id of its own for each launch',
  actual: `${quote(launch)} again`,
  before: [before.exchangeId],
});

/** As much of it as can be read at a glance. */
const quote = ({ sessionId }: SeenLaunch): string => JSON.stringify(sessionId.slice(0, 60));

const whoseOf = (first: SeenLaunch, second: SeenLaunch): string =>
  first.playerId === second.playerId ? '' : `, that of player ${first.playerId}`;
