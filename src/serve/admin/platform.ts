import { answers } from '../../api/schemas/all-schemas.ts';
import type { Setup } from '../../api/schemas/platform.ts';
import { shownUrl } from '../../base/shown.ts';
import { toInstant } from '../../formats/written-time.ts';
import { beginAnew, type Context } from '../context.ts';
import { type AdminRoute, route } from './route.ts';
import { demandAgent } from './sessions.ts';

/** Whether the platform is there, what it was started with, and how it begins anew. */
export const platformRoutes: readonly AdminRoute[] = [
  route('GET /health', {
    name: 'getHealth',
    tag: 'platform',
    summary: 'Check that the platform is running',
    description:
      'For scripts that wait until the platform listens. It is cheap and fast, and its status is 200 even when it reports a problem.',
    answer: { status: 200, schema: answers.Health, description: 'The platform is running.' },
    act: ({ context: { options, startedAt, recorder, lagMs } }) => {
      const { journal } = recorder;
      const { lost, degraded } = journal.state();
      return {
        status: degraded.length === 0 ? ('ok' as const) : ('degraded' as const),
        version: options.about.version,
        startedAt: new Date(startedAt).toISOString(),
        exchanges: journal.count(),
        lost,
        ...(degraded.length === 0 ? {} : { degraded }),
        lagMs: lagMs(),
      };
    },
  }),
  route('GET /setup', {
    name: 'getSetup',
    tag: 'platform',
    summary: 'Show what the platform was started with',
    description: 'Agent, players, games and settings; never the token of the agent.',
    answer: { status: 200, schema: answers.Setup, description: 'The setup.' },
    act: ({ context }) => setupOf(context),
  }),
  route('POST /reset', {
    name: 'reset',
    tag: 'platform',
    summary: 'Reset everything',
    description: 'Faults, clock, sessions, packs and accounts are as at the start. The journal is kept.',
    answer: { status: 204, description: 'Everything is as at the start.' },
    act: ({ context }) => beginAnew(context),
  }),
];

/** How the platform was started, for pages that fill it in. Without any secret. */
export const setupOf = ({ options, startedAt, platform, connections, baseUrl }: Context): Setup => {
  const { about, journalFile, scenariosFolder } = options;
  // It may leave the configuration, but not the platform.
  const agent = demandAgent(options);
  const { delivery, timeout } = options.callbacks();
  return {
    ...about,
    baseUrl: baseUrl(),
    agentId: agent.id,
    callbackUrl: agent.callbackUrl && shownUrl(agent.callbackUrl),
    dialect: connections.dialectOf(agent.id),
    players: agent.players,
    games: platform.catalogue.games(),
    unavailableGames: agent.unavailableGames,
    journal: journalFile,
    scenariosFolder,
    delivery,
    timeout,
    startedAt: toInstant(startedAt),
  };
};
