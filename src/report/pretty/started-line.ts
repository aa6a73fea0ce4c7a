import type { RunEvent } from '../../spec/run-event.ts';
import { plural } from '../plural.ts';

/** The first line of a run: what is played against whom, and what plays it again. */
export const startedLine = (event: Extract<RunEvent, { kind: 'run-started' }>): string => {
  const { scenarioCount, agent, seed, nonce } = event;
  const count = plural(scenarioCount, 'scenario');
  return `${count} against ${agent.callbackUrl} (agent ${agent.id})  seed ${seed} nonce ${nonce}\n`;
};
