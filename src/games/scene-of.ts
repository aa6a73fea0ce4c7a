import { scaleOf } from '../money/currency-scale.ts';
import type { Scene } from '../spec/game-page.ts';
import { homeLink } from './home-link.ts';
import type { Seat } from './seat.ts';

/** The scene of a launch. The texts are the agent's: for textContent, never for HTML. */
export const sceneOf = ({ parlour, launch, kind, mode, sessionId }: Seat): Scene => ({
  kind,
  game: parlour.catalogue.find(launch.gameId)?.title ?? `Game ${launch.gameId}`,
  player: launch.playerUsername,
  currency: launch.currency,
  scale: scaleOf(launch.currency),
  mode,
  homeUrl: homeLink(launch.homeUrl),
  ...(mode === 'demo' ? {} : { sessionId }),
});
