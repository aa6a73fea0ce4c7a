import { refused } from '../refused.ts';
import { launchOf } from './launch-fields.ts';
import type { Perform } from './performance.ts';
import { renderLink } from './render-link.ts';

/** Section 4: answers a link to a demo; no game session is created. */
export const getGameLinkDemo: Perform = (state, agent, fields) => {
  const launch = launchOf(agent, fields);
  const offered = state.catalogue.offer(agent, launch.gameId);
  if (offered.kind === 'refused') return offered;
  if (!offered.game.demo) {
    return refused(
      'game_provider_not_found',
      `No provider has a demo of game ${launch.gameId} (${offered.game.title}).`,
    );
  }
  const demo = state.demos.create(launch);
  return {
    kind: 'content',
    content: renderLink(`${state.baseUrl()}/demo/${demo.linkKey}`),
  };
};
