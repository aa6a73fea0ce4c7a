import type { Exchange } from '../../spec/exchange.ts';
import type { LaunchRecord } from '../launch-record.ts';
import { isLinked } from './link-requests.ts';

/** Why launches show nothing of a requirement, and what to do about it. */
export const reasonNotShown = (
  launches: readonly LaunchRecord[],
  requirement: string,
): string | undefined => {
  const [first] = launches;
  if (first === undefined) return 'the scenario makes the agent launch no game';
  const operations = launches.flatMap((launch) => launch.operations);
  if (operations.length === 0) return askedNothing(first);
  const refused = operations.find(isRefused);
  if (!launches.some(isLinked) && refused !== undefined) return wasRefused(refused);
  return own[requirement];
};

/** What is missing where everything else went well. */
const own: Readonly<Record<string, string>> = {
  'REQ-02':
    'no value with spaces around it came: let the agent take {player_username} of hooks.launch as it is',
  'REQ-06': 'fewer than 5 launches were answered with a link',
  'REQ-07': 'fewer than 2 launches were answered with a link',
};

const askedNothing = ({ answer, platformUrl }: LaunchRecord): string => {
  if (answer.kind === 'failed') return `hooks.launch was not answered: ${answer.message}`;
  return `the agent asked nothing of the platform at ${platformUrl} (it answered the launch with HTTP ${answer.status}): make that its base URL, or change --port`;
};

const isRefused = ({ refusal }: Exchange): boolean => refusal !== undefined;

const wasRefused = ({ kind, refusal }: Exchange): string =>
  `no launch was answered with a link: ${kind} was refused with ${refusal}`;
