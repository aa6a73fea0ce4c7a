import { loadGames } from '../formats/config/load-games.ts';
import type { Address } from '../serve/listen.ts';
import type { LaunchPlatform } from '../serve/open-launch-platform.ts';
import { openLaunchPlatform } from '../serve/open-launch-platform.ts';
import { systemClock } from '../world/clock.ts';
import { createDice } from '../world/dice.ts';
import type { Settings } from './resolve-settings.ts';
import { tellBriefly } from './tell-briefly.ts';

/** The platform that the agent of these settings asks for links during a run. */
export const openPlatform = async (
  { configuration, agent, seed, nonce }: Settings,
  address: Address,
): Promise<LaunchPlatform> => {
  const others = configuration.agents.filter(({ id }) => id !== agent.id);
  return await openLaunchPlatform({
    ...address,
    agents: [agent, ...others],
    games: async () => await loadGames(configuration.games),
    quirks: configuration.quirks,
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}/platform`),
    onError: (error) => process.stderr.write(`walletproof: ${tellBriefly(error)}\n`),
  });
};
