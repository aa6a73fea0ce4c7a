import type { Exchange } from '../../spec/exchange.ts';
import type { LaunchRecord } from '../launch-record.ts';

/** The requests for a link that were signed right: those that a fault of the platform meets. */
export const linkRequests = ({ operations }: LaunchRecord): Exchange[] =>
  operations.filter(({ kind, dialect }) => kind === 'get_game_link' && dialect !== undefined);

/** Whether the launch was answered with a link. */
export const isLinked = (launch: LaunchRecord): boolean =>
  linkRequests(launch).some(({ answer }) => answer.kind === 'answered' && answer.status === 200);
