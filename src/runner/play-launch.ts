import type { LaunchStep } from '../spec/scenario.ts';
import type { Play } from './play.ts';

/** Makes the agent ask for a launch link, and keeps what it asked of the platform. */
export const playLaunch = async (play: Play, step: LaunchStep): Promise<void> => {
  const { context, scenario } = play;
  const [player] = context.cast.players;
  const { launch } = context.hooks;
  if (player === undefined || launch === undefined) {
    throw new TypeError(`${scenario.file} is played without hooks.launch.`);
  }
  const username = step.username ?? player.username;
  const launched = await launch({
    player,
    username,
    gameId: context.gameId,
    currency: player.currencies[0] ?? 'USD',
    fault: step.fault,
  });
  play.launches.push({ line: step.place.line, fault: step.fault, username, ...launched });
};
