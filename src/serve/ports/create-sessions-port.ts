import type { AdminPorts } from '../../api/admin-ports.ts';
import type { Demo } from '../../platform/create-demos.ts';
import type { Platform } from '../../platform/create-platform.ts';
import type { SessionView } from '../../spec/admin/views.ts';
import { toInstant } from '../../spec/instant.ts';
import type { HandLaunchOptions } from '../by-hand/launch-by-hand.ts';
import { launchByHand } from '../by-hand/launch-by-hand.ts';
import { sessionView } from './session-view.ts';

export interface SessionsPortOptions extends Omit<HandLaunchOptions, 'catalogue' | 'baseUrl'> {
  readonly platform: Pick<Platform, 'sessions' | 'demos' | 'catalogue'>;
  readonly baseUrl: () => string;
}

/** The game sessions of the platform; more of them, and demos, by hand. */
export const createSessionsPort = (options: SessionsPortOptions): AdminPorts['sessions'] => {
  const { platform } = options;
  const { catalogue } = platform;
  return {
    list: () =>
      platform.sessions
        .list()
        .map(({ session, state }) => sessionView({ session, state, catalogue })),
    launch: (order) => {
      const launch = launchByHand(order, { ...options, catalogue, baseUrl: options.baseUrl() });
      if (order.mode === 'demo') return demoView(platform.demos.create(launch), platform);
      const session = platform.sessions.create(launch);
      return sessionView({ session, state: 'active', catalogue });
    },
  };
};

/** A demo has no session (section 4, get_game_link_demo): its link stands for it. */
const demoView = (
  { linkKey, launch, lastSeenAt }: Demo,
  { catalogue }: Pick<Platform, 'catalogue'>,
): SessionView => {
  const { playerId, playerUsername, gameId, currency, language } = launch;
  const game = catalogue.find(gameId)?.title;
  return {
    ...{ playerId, playerUsername, gameId, currency, language },
    sessionId: `demo-${linkKey}`,
    ...(game === undefined ? {} : { game }),
    link: `/demo/${linkKey}`,
    createdAt: toInstant(lastSeenAt),
    lastSeenAt: toInstant(lastSeenAt),
    state: 'active',
  };
};
