import type { Setup } from '../../contract/admin/views.ts';
import { toInstant } from '../../contract/instant.ts';
import type { House } from './house.ts';

/**
 * How the platform was started, for pages that fill it in. Without any token.
 * `startedAt`: Unix milliseconds.
 */
export const setupOf = (
  { about, agent, configuration, ...house }: House,
  startedAt: number,
): Setup => {
  const callbackUrl = house.callbackUrl();
  return {
    ...about,
    baseUrl: house.baseUrl(),
    agentId: agent.id,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(agent.dialect === undefined ? {} : { dialect: agent.dialect }),
    players: agent.players,
    games: house.games,
    journal: house.journalFile,
    scenariosFolder: house.scenariosFolder,
    delivery: configuration.callbacks.delivery,
    timeout: configuration.callbacks.timeout,
    startedAt: toInstant(startedAt),
  };
};
