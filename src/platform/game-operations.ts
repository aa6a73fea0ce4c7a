import type { AgentConfiguration } from '../formats/configuration.ts';
import type { CheckedFields } from './check-fields.ts';
import type { ListFilter } from './create-catalogue.ts';
import type { Demo } from './create-demos.ts';
import type { Launch } from './create-sessions.ts';
import type { OperationSteps } from './operation-steps.ts';
import { refused } from './refused.ts';

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

/** Section 4: answers a link to a demo; no game session is created. */
export const getGameLinkDemo: OperationSteps<Demo['launch']> = {
  check: ({ catalogue }, agent, fields) => {
    const launch = launchOf(agent, fields);
    const offered = catalogue.offer(agent, launch.gameId);
    if (offered.kind === 'refused') return offered;
    if (offered.game.demo) return launch;
    return refused(
      'game_provider_not_found',
      `No provider has a demo of game ${launch.gameId} (${offered.game.title}).`,
    );
  },
  perform: ({ demos, baseUrl }, _agent, launch) => ({
    kind: 'content',
    content: renderLink(`${baseUrl()}/demo/${demos.create(launch).linkKey}`),
  }),
};

/** Section 4: the games available to the agent. */
export const list: OperationSteps<ListFilter> = {
  // Only a platform that applies them has them among its fields.
  check: (_state, _agent, fields) => fields,
  perform: ({ catalogue }, agent, filter) => ({
    kind: 'constant',
    tail: catalogue.listTail(agent, filter),
  }),
};

interface LaunchFields {
  readonly game_id: number;
  readonly player_id: string;
  readonly player_username: string;
  readonly language: string;
  readonly currency: string;
  readonly home_url: string;
  readonly ip: string;
}

/** The launch of get_game_link and its demo; their fields are checked. */
const launchOf = (agent: AgentConfiguration, checked: CheckedFields): Omit<Launch, 'agentSessionId'> => {
  const fields = checked as unknown as LaunchFields;
  return {
    agentId: agent.id,
    gameId: fields.game_id,
    playerId: fields.player_id,
    playerUsername: fields.player_username,
    language: fields.language,
    currency: fields.currency,
    homeUrl: fields.home_url,
    ip: fields.ip,
  };
};

/** Content of get_game_link and its demo (section 4). */
const renderLink = (url: string): string => `{"url":${JSON.stringify(url)}}`;
