import type { Route } from './route.ts';
import { jsonRoute } from './route.ts';

export interface PlatformFacts {
  readonly version: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
}

/** Whether the platform is there, what it was started with, and how it begins anew. */
export const platformRoutes = ({ version, startedAt }: PlatformFacts): readonly Route[] => [
  jsonRoute({
    ...{ method: 'get', path: '/health', name: 'getHealth', tag: 'platform' },
    summary: 'Tell that the platform is there',
    description: 'For scripts that wait until the platform listens. It costs next to nothing.',
    answer: { status: 200, schema: 'Health', description: 'The platform is there.' },
    act: ({ ports }) => ({
      status: 'ok',
      version,
      startedAt: new Date(startedAt).toISOString(),
      exchanges: ports.journal.count(),
    }),
  }),
  jsonRoute({
    ...{ method: 'get', path: '/setup', name: 'getSetup', tag: 'platform' },
    summary: 'Tell what the platform was started with',
    description: 'Agent, players, games and settings; never the token of the agent.',
    answer: { status: 200, schema: 'Setup', description: 'The setup.' },
    act: ({ ports }) => ports.setup(),
  }),
  jsonRoute({
    ...{ method: 'post', path: '/reset', name: 'reset', tag: 'platform' },
    summary: 'Begin anew',
    description:
      'Faults, clock, sessions, packs and accounts are as at the start. The journal is kept.',
    answer: { status: 204, description: 'Everything is as at the start.' },
    act: ({ ports }) => ports.reset(),
  }),
];
