import type { PlatformFault } from '../../contract/scenario.ts';
import type { Refused } from '../refused.ts';
import { invalid, refused } from '../refused.ts';

type RefusalFault = Exclude<PlatformFault, 'error-like-success'>;

/** The refusal that a fault answers a right request with. It says so, for who reads the log. */
export const faultyRefusal = (fault: RefusalFault): Refused => refusals[fault];

const onPurpose = 'refused on purpose, to see what the agent makes of it';

const refusals: Readonly<Record<RefusalFault, Refused>> = {
  'invalid-signature': refused('invalid_signature', `The signature is right: ${onPurpose}.`),
  'agent-not-found': refused('agent_not_found', `The agent is known: ${onPurpose}.`),
  'validation-error': invalid({ field: 'player_id', reason: onPurpose }),
};
