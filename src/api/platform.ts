import type { Journal } from '../journal/open-journal.ts';
import type { Keyring } from './guard.ts';
import { readJsonBody } from './read-json-body.ts';
import { Refusal } from './refusal.ts';
import type { OwnRoute, Route } from './route.ts';
import { get, post } from './route.ts';
import type { Setup } from './schemas/platform.ts';
import { checkInput } from './serve-route.ts';

interface PlatformRoutesOptions {
  readonly version: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly journal: Pick<Journal, 'count'>;
  readonly setup: () => Setup;
  /** Faults, clock, sessions, packs and accounts as at the start; the journal is kept. */
  readonly reset: () => void;
}

/** Whether the platform is there, what it was started with, and how it begins anew. */
export const platformRoutes = ({
  version,
  startedAt,
  journal,
  setup,
  reset,
}: PlatformRoutesOptions): readonly Route[] => [
  get('/health', {
    name: 'getHealth',
    tag: 'platform',
    summary: 'Tell that the platform is there',
    description: 'For scripts that wait until the platform listens. It costs next to nothing.',
    answer: { status: 200, schema: 'Health', description: 'The platform is there.' },
    act: () => ({
      status: 'ok',
      version,
      startedAt: new Date(startedAt).toISOString(),
      exchanges: journal.count(),
    }),
  }),
  get('/setup', {
    name: 'getSetup',
    tag: 'platform',
    summary: 'Tell what the platform was started with',
    description: 'Agent, players, games and settings; never the token of the agent.',
    answer: { status: 200, schema: 'Setup', description: 'The setup.' },
    act: () => setup(),
  }),
  post('/reset', {
    name: 'reset',
    tag: 'platform',
    summary: 'Begin anew',
    description:
      'Faults, clock, sessions, packs and accounts are as at the start. The journal is kept.',
    answer: { status: 204, description: 'Everything is as at the start.' },
    act: () => reset(),
  }),
];

/** Answers with a cookie. `keyring`: absent where no admin token is configured. */
export const loginRoute = (keyring: Keyring | undefined): OwnRoute => ({
  method: 'post',
  path: '/login',
  name: 'logIn',
  tag: 'platform',
  summary: 'Log in from another machine',
  description: 'Exchanges the admin token for a cookie. On the machine itself it is not needed.',
  body: 'Login',
  answer: { status: 204, description: 'The cookie is set.' },
  serve: async (request, response) => {
    const body = (await checkInput('Login', await readJsonBody(request))) as { token: string };
    if (keyring === undefined) throw new Refusal(403, noToken);
    const cookie = keyring.cookieFor(body.token);
    if (cookie === undefined) throw new Refusal(401, wrongToken);
    response.status(204).set('set-cookie', cookie).end();
  },
});

const noToken = {
  error: 'remote_not_allowed',
  message: 'No admin token is configured: there is nothing to log in with.',
  remedy: 'Set admin.token in the configuration of walletproof serve.',
} as const;

const wrongToken = {
  error: 'token_required',
  message: 'This is not the admin token.',
  remedy: 'Use the one that walletproof serve was started with.',
} as const;
