import type { Fields } from '../check-fields.ts';
import type { OperationSteps } from './performance.ts';

/** Section 4: the games available to the agent. */
export const list: OperationSteps<Fields> = {
  check: (_state, _agent, fields) => fields,
  perform: ({ catalogue }, agent) => ({ kind: 'constant', tail: catalogue.listTail(agent) }),
};
