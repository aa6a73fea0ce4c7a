import type { Exchange } from '../../spec/exchange.ts';
import type { RefusalCode } from '../../spec/refusal.ts';
import { RecentMap } from '../recent-map.ts';
import type { HeardOperation, RequestBreach, RequestWatch } from './operation.ts';

/** Section 7: what is refused with one of these stays refused, however often it is sent. */
const hopeless: ReadonlySet<RefusalCode> = new Set([
  'signature_required',
  'invalid_signature',
  'agent_not_found',
  'api_token_not_found',
  'method_not_allowed',
  'validation_error',
]);

/** More than this many alike within the time are a storm: no person asks that often. */
const most = 5;

const withinMs = 10_000;

/** How many different requests are followed at once. */
const followed = 1_000;

interface Refused {
  readonly id: string;
  readonly startedAt: number;
}

/**
 * Section 7, REQ-09: what was refused for what it is, is not sent again and again. Alike are the
 * same operation for the same player with the same refusal: launches of others are no retry.
 */
export const watchStorms = (): RequestWatch => {
  const latest = new RecentMap<readonly Refused[]>(followed);
  return {
    requirement: 'REQ-09',
    see: ({ exchange }) => {
      const key = keyOf(exchange);
      if (key === undefined) return 'silent';
      const { id, startedAt, kind, refusal } = exchange;
      const before = latest.get(key)?.filter((each) => startedAt - each.startedAt <= withinMs) ?? [];
      if (before.length < most) {
        latest.set(key, [...before, { id, startedAt }]);
        return 'kept';
      }
      // Told once: the next storm is counted from its own beginning.
      latest.set(key, []);
      return {
        code: 'refusal-repeated',
        message: `${kind} was refused with ${refusal} and sent again, ${most + 1} times within ${withinMs / 1000} s.`,
        expected: 'no repetition: the request itself is wrong',
        actual: `${most + 1} times within ${withinMs / 1000} s`,
        before: before.map((each) => each.id),
      };
    },
  };
};

/** What a repetition has in common; undefined where that cannot be told. */
const keyOf = ({ kind, refusal, subject }: Exchange): string | undefined => {
  if (refusal === undefined || !hopeless.has(refusal)) return undefined;
  // Only list has no player: any other request without one may be about anybody.
  if (kind !== 'list' && subject.playerId === undefined) return undefined;
  return JSON.stringify([subject.agentId, kind, subject.playerId, refusal]);
};

/** Section 4 recommends to refresh the list every few hours: more than this an hour is no cache. */
const mostCalls = 4;

const hourMs = 3_600_000;

interface ListCall {
  readonly id: string;
  readonly startedAt: number;
}

/** Section 4, REQ-06: the game list is cached. Counts what was answered, agent by agent. */
export const watchList = (): RequestWatch => {
  // The latest calls of each agent that has a token: never more than are configured.
  const latest = new Map<number, readonly ListCall[]>();
  return {
    requirement: 'REQ-06',
    see: ({ exchange }) => {
      const { kind, refusal, id, startedAt, subject } = exchange;
      // A list that was refused cannot be kept: why it was is for the other requirements.
      if (kind !== 'list' || refusal !== undefined) return 'silent';
      const agentId = subject.agentId ?? 0;
      const before = latest.get(agentId) ?? [];
      latest.set(agentId, [...before, { id, startedAt }].slice(-mostCalls));
      const [first] = before;
      if (first === undefined || before.length < mostCalls) return 'kept';
      const withinMs = startedAt - first.startedAt;
      if (withinMs > hourMs) return 'kept';
      return {
        code: 'list-not-cached',
        message: `list was requested ${mostCalls + 1} times within ${spanOf(withinMs)}.`,
        expected: `at most ${mostCalls} times an hour`,
        actual: `${mostCalls + 1} times within ${spanOf(withinMs)}`,
        before: before.map((call) => call.id),
      };
    },
  };
};

const spanOf = (durationMs: number): string =>
  durationMs < 60_000 ? `${Math.ceil(durationMs / 1000)} s` : `${Math.ceil(durationMs / 60_000)} minutes`;

/** A launch that succeeded, as far as it must be remembered. */
interface SeenLaunch {
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
  first.playerId === second.playerId && first.gameId === second.gameId && second.startedAt - first.startedAt <= retryMs;

/** Section 4, REQ-07: each launch has an agent_session_id of its own. Counts launches that succeeded. */
export const watchSessions = (isSameLaunch: IsSameLaunch): RequestWatch => {
  const launches = new RecentMap<SeenLaunch>(remembered);
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
  kind === 'get_game_link' && dialect !== undefined && answer.kind === 'answered' && answer.status === 200;

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
  expected: 'a separate agent_session_id for each launch',
  actual: `${quote(launch)} again`,
  before: [before.exchangeId],
});

/** As much of it as can be read at a glance. */
const quote = ({ sessionId }: SeenLaunch): string => JSON.stringify(sessionId.slice(0, 60));

const whoseOf = (first: SeenLaunch, second: SeenLaunch): string =>
  first.playerId === second.playerId ? '' : `, that of player ${first.playerId}`;
