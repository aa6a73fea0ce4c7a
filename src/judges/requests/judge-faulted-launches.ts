import type { Exchange } from '../../spec/exchange.ts';
import type { LaunchRecord } from './launch-record.ts';
import { linkKeyOf, linkRequests, showsLink } from './launch-record.ts';
import type { RequestBreach } from './operation.ts';

/**
 * Section 4, REQ-08: any status but 200 is an error. The platform answered an error with a link in
 * it: the agent must not pass that link on. What its answer looks like when all is well tells
 * whether a link would be seen.
 */
export const judgeErrorStatus = (launches: readonly LaunchRecord[]): FaultSighting[] => {
  const isVisible = launches.some(
    (launch) =>
      launch.fault === undefined && linkRequests(launch).some((given) => showsLink(launch, given)),
  );
  return launches
    .filter(({ fault }) => fault === 'error-like-success')
    .flatMap((launch) => judgeLaunch(launch, isVisible) ?? []);
};

const judgeLaunch = (launch: LaunchRecord, isVisible: boolean): FaultSighting | undefined => {
  const { answer } = launch;
  const failed = linkRequests(launch).filter(
    (given) =>
      given.answer.kind === 'answered' &&
      given.answer.status >= firstError &&
      linkKeyOf(given) !== undefined,
  );
  if (failed.length === 0) return undefined;
  const exchanges = failed.map(({ id }) => id);
  if (answer.kind === 'failed') {
    const reason = `the agent did not answer the launch after an error of the platform: ${answer.message}`;
    return { kind: 'not-shown', reason };
  }
  if (answer.status >= firstError) return { kind: 'kept' };
  if (failed.some((given) => showsLink(launch, given))) {
    return {
      kind: 'broken',
      launch,
      exchanges,
      breach: {
        code: 'error-taken-for-success',
        message: `The platform answered get_game_link with HTTP 500, and the agent passed its link on with HTTP ${answer.status}.`,
        expected: 'an error, whatever the body says',
        actual: `HTTP ${answer.status} with the link from the error`,
      },
    };
  }
  return isVisible ? { kind: 'kept' } : { kind: 'not-shown', reason: invisible };
};

const firstError = 400;

const invisible =
  'the answer to hooks.launch shows no link even when all is well: let it answer the link, or a redirect to it';

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

/** What a launch with a fault says of a requirement. */
export type FaultSighting =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not-shown'; readonly reason: string }
  | {
      readonly kind: 'broken';
      readonly launch: LaunchRecord;
      readonly breach: RequestBreach;
      /** Ids of the exchanges that show it. */
      readonly exchanges: readonly string[];
    };
