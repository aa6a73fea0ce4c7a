import type { LaunchRecord } from '../launch-record.ts';
import type { FaultSighting } from './fault-sighting.ts';
import { linkRequests } from './link-requests.ts';
import { linkKeyOf, showsLink } from './shows-link.ts';

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
