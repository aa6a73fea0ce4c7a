import type { Exchange } from '../../spec/exchange.ts';
import type { LaunchRecord } from '../launch-record.ts';
import type { FaultSighting } from './fault-sighting.ts';
import { linkRequests } from './link-requests.ts';

/** One more try is no storm; more than this many within the time are. */
const mostRetries = 3;
const withinMs = 2_000;

/** Section 7, REQ-09: a launch that was refused for what it is, is not asked for again and again. */
export const judgeRepetition = (launches: readonly LaunchRecord[]): FaultSighting[] =>
  launches
    .filter(({ fault }) => fault !== undefined && fault !== 'error-like-success')
    .flatMap((launch) => {
      const refused = linkRequests(launch).filter(({ refusal }) => refusal !== undefined);
      return samePlayer(refused).map((asked) => judgeAsked(launch, asked));
    });

/** Requests for one player: those for others are no repetition. */
const samePlayer = (requests: readonly Exchange[]): Exchange[][] =>
  [...new Set(requests.map(({ subject }) => subject.playerId))].map((playerId) =>
    requests.filter(({ subject }) => subject.playerId === playerId),
  );

const judgeAsked = (launch: LaunchRecord, asked: readonly Exchange[]): FaultSighting => {
  const start = asked[0]?.startedAt ?? 0;
  const further = asked.slice(1).filter(({ startedAt }) => startedAt - start <= withinMs);
  if (further.length <= mostRetries) return { kind: 'kept' };
  const times = `${further.length} times within ${withinMs / 1000} s`;
  return {
    kind: 'broken',
    launch,
    exchanges: asked.slice(0, mostRetries + 2).map(({ id }) => id),
    breach: {
      code: 'refusal-repeated',
      message: `get_game_link was refused with ${asked[0]?.refusal}, and sent again ${times}.`,
      expected: `at most ${mostRetries} further tries`,
      actual: `${further.length} further tries`,
    },
  };
};
