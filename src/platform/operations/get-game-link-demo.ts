import type { Demo } from '../create-demos.ts';
import { refused } from '../refused.ts';
import { launchOf } from './launch-fields.ts';
import type { OperationSteps } from './performance.ts';
import { renderLink } from './render-link.ts';

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
