import type { Exchange } from '../../spec/exchange.ts';
import type { RefusalCode } from '../../spec/refusal.ts';
import { createRecentMap } from '../recent-map.ts';
import type { RequestWatch } from './operation.ts';

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
  const latest = createRecentMap<readonly Refused[]>(followed);
  return {
    requirement: 'REQ-09',
    see: ({ exchange }) => {
      const key = keyOf(exchange);
      if (key === undefined) return 'silent';
      const { id, startedAt, kind, refusal } = exchange;
      const before =
        latest.get(key)?.filter((each) => startedAt - each.startedAt <= withinMs) ?? [];
      if (before.length < most) {
        latest.set(key, [...before, { id, startedAt }]);
        return 'kept';
      }
      // Told once: the next storm is counted from its own beginning.
      latest.set(key, []);
      return {
        code: 'refusal-repeated',
        message: `${kind} was refused with ${refusal} and sent again, ${most + 1} times within ${withinMs / 1000} s.`,
        expected: 'no repetition: it is refused for what it is',
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
        message: `list was asked for ${mostCalls + 1} times within ${spanOf(withinMs)}.`,
        expected: `at most ${mostCalls} times an hour`,
        actual: `${mostCalls + 1} times within ${spanOf(withinMs)}`,
        before: before.map((call) => call.id),
      };
    },
  };
};

const spanOf = (durationMs: number): string =>
  durationMs < 60_000
    ? `${Math.ceil(durationMs / 1000)} s`
    : `${Math.ceil(durationMs / 60_000)} minutes`;
