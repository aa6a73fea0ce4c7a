import type { Perform } from './performance.ts';

/** Section 4: the games available to the agent. */
export const list: Perform = ({ catalogue }, agent) => ({
  kind: 'constant',
  tail: catalogue.listTail(agent),
});
