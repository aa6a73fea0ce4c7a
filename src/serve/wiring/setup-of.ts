import type { Setup } from '../../spec/admin/views.ts';
import { toInstant } from '../../spec/instant.ts';
import type { House } from './house.ts';

interface Facts {
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The dialect that callbacks are signed in; undefined for the one of most agents. */
  readonly dialect: string | undefined;
}

/** How the platform was started, for pages that fill it in. Without any token. */
export const setupOf = (
  { about, agent, configuration, ...house }: House,
  { startedAt, dialect }: Facts,
): Setup => {
  const callbackUrl = house.callbackUrl();
  return {
    ...about,
    baseUrl: house.baseUrl(),
    agentId: agent.id,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(dialect === undefined ? {} : { dialect }),
    players: agent.players,
    games: house.games,
    journal: house.journalFile,
    scenariosFolder: house.scenariosFolder,
    delivery: configuration.callbacks.delivery,
    timeout: configuration.callbacks.timeout,
    startedAt: toInstant(startedAt),
  };
};
