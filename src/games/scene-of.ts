import type { Launch } from '../platform/create-sessions.ts';
import { homeLink } from './home-link.ts';
import type { Parlour } from './parlour.ts';
import type { Scene } from './table.ts';

/** The scene of a launch. The texts are the agent's: for textContent, never for HTML. */
export const sceneOf = (
  { catalogue }: Parlour,
  launch: Omit<Launch, 'agentSessionId'>,
  mode: Scene['mode'],
): Scene => ({
  game: catalogue.find(launch.gameId)?.title ?? `Game ${launch.gameId}`,
  player: launch.playerUsername,
  currency: launch.currency,
  mode,
  homeUrl: homeLink(launch.homeUrl),
});
