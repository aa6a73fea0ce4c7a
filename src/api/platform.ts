import type { Journal } from '../journal/journal.ts';
import { type Route, route } from './route.ts';
import { answers } from './schemas/all-schemas.ts';
import type { Setup } from './schemas/platform.ts';

interface PlatformRoutesOptions {
  readonly version: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly journal: Pick<Journal, 'count' | 'state'>;
  /** The longest time of the last minute in which the platform could do nothing, in milliseconds. */
  readonly lagMs: () => number;
  readonly setup: () => Setup;
  /** Faults, clock, sessions, packs and accounts as at the start; the journal is kept. */
  readonly reset: () => void;
}

/** Whether the platform is there, what it was started with, and how it begins anew. */
export const platformRoutes = ({
  version,
  startedAt,
  journal,
  lagMs,
  setup,
  reset,
}: PlatformRoutesOptions): readonly Route[] => [
  route('GET /health', {
    name: 'getHealth',
    tag: 'platform',
    summary: 'Check that the platform is running',
    description:
      'For scripts that wait until the platform listens. It is cheap and fast, and its status is 200 even when it reports a problem.',
    answer: { status: 200, schema: answers.Health, description: 'The platform is running.' },
    act: () => {
      const { lost, degraded } = journal.state();
      return {
        status: degraded.length === 0 ? ('ok' as const) : ('degraded' as const),
        version,
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
    act: () => setup(),
  }),
  route('POST /reset', {
    name: 'reset',
    tag: 'platform',
    summary: 'Reset everything',
    description: 'Faults, clock, sessions, packs and accounts are as at the start. The journal is kept.',
    answer: { status: 204, description: 'Everything is as at the start.' },
    act: () => reset(),
  }),
];
