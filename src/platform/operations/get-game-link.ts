import { faultyRefusal } from './faulty-refusal.ts';
import { launchOf } from './launch-fields.ts';
import type { Perform } from './performance.ts';
import { renderLink } from './render-link.ts';

/** Section 4: creates a game session and answers its launch link. */
export const getGameLink: Perform = (state, agent, fields) => {
  const launch = launchOf(agent, fields);
  const offered = state.catalogue.offer(agent, launch.gameId);
  if (offered.kind === 'refused') return offered;
  const fault = state.linkFault();
  if (fault !== undefined && fault !== 'error-like-success') return faultyRefusal(fault);
  const { agent_session_id: agentSessionId } = fields as { agent_session_id: string };
  const session = state.sessions.create({ ...launch, agentSessionId });
  return {
    kind: 'content',
    content: renderLink(`${state.baseUrl()}/play/${session.linkKey}`),
    sessionId: session.sessionId,
    ...(fault === undefined ? {} : { status: 500 }),
  };
};
