import type { Catalogue } from '../../platform/create-catalogue.ts';
import type { GameSession } from '../../platform/create-sessions.ts';
import type { SessionView } from '../../spec/admin/views.ts';
import { toInstant } from '../../spec/instant.ts';

export interface SessionStanding {
  readonly session: GameSession;
  readonly state: SessionView['state'];
  readonly catalogue: Catalogue;
}

/** A game session as the dashboard shows it; its link opens while the session is active. */
export const sessionView = ({ session, state, catalogue }: SessionStanding): SessionView => {
  const { sessionId, linkKey, launch, createdAt, lastSeenAt } = session;
  const game = catalogue.find(launch.gameId)?.title;
  return {
    sessionId,
    agentSessionId: launch.agentSessionId,
    playerId: launch.playerId,
    playerUsername: launch.playerUsername,
    gameId: launch.gameId,
    ...(game === undefined ? {} : { game }),
    currency: launch.currency,
    language: launch.language,
    ...(state === 'active' ? { link: `/play/${linkKey}` } : {}),
    createdAt: toInstant(createdAt),
    lastSeenAt: toInstant(lastSeenAt),
    state,
  };
};
