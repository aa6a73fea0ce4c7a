import type { Launch } from '../create-sessions.ts';
import { launchOf } from './launch-fields.ts';
import type { OperationSteps } from './performance.ts';
import { renderLink } from './render-link.ts';

/** Section 4: creates a game session and answers its launch link. */
export const getGameLink: OperationSteps<Launch> = {
  check: ({ catalogue }, agent, fields) => {
    const launch = launchOf(agent, fields);
    const offered = catalogue.offer(agent, launch.gameId);
    if (offered.kind === 'refused') return offered;
    const { agent_session_id: agentSessionId } = fields as { agent_session_id: string };
    return { ...launch, agentSessionId };
  },
  perform: ({ sessions, baseUrl }, _agent, launch) => {
    const session = sessions.create(launch);
    return {
      kind: 'content',
      content: renderLink(`${baseUrl()}/play/${session.linkKey}`),
      sessionId: session.sessionId,
    };
  },
};
