import type { RequestWatch } from './sighting.ts';

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
