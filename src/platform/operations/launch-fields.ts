import type { AgentConfiguration } from '../../spec/configuration.ts';
import type { Fields } from '../check-fields.ts';
import type { Launch } from '../create-sessions.ts';

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
export const launchOf = (
  agent: AgentConfiguration,
  checked: Fields,
): Omit<Launch, 'agentSessionId'> => {
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
