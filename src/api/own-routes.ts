import type { AdminPorts } from './admin-ports.ts';
import type { EventStream } from './event-stream.ts';
import type { Keyring } from './guard.ts';
import { demandSameOrigin, reportHeaders } from './guard.ts';
import { readJsonBody } from './read-json-body.ts';
import { Refusal } from './refusal.ts';
import type { OwnRoute } from './route.ts';
import { checkInput } from './serve-route.ts';

export interface OwnRoutesOptions {
  readonly ports: Pick<AdminPorts, 'runs'>;
  readonly events: EventStream;
  /** Absent where no admin token is configured. */
  readonly keyring: Keyring | undefined;
}

/** Routes that answer with something else than the JSON of a value. */
export const ownRoutes = (options: OwnRoutesOptions): readonly OwnRoute[] => [
  eventsRoute(options),
  reportRoute(options),
  loginRoute(options),
];

const eventsRoute = ({ events }: OwnRoutesOptions): OwnRoute => ({
  ...{ method: 'get', path: '/events', name: 'listen', tag: 'platform' },
  summary: 'Hear what happens',
  description:
    'Server-sent events: the data of each message is a JSON array of events, each with its kind (exchange, judgement, account, session, faults, clock, packs, run, scenarios, reset, gap). After an interruption the header Last-Event-ID gives what was missed; gap means that it is lost, so that everything should be read anew.',
  answer: { status: 200, mediaType: 'text/event-stream', description: 'The stream of events.' },
  serve: (request, response) => {
    demandSameOrigin(request.headers);
    if (request.method === 'HEAD') {
      response.status(200).type('text/event-stream').end();
      return;
    }
    if (!events.open(response, request.get('last-event-id'))) throw new Refusal(503, tooMany);
  },
});

const tooMany = {
  error: 'too_many_listeners',
  message: 'Fifty listen already.',
  remedy: 'Close some of the pages of this dashboard.',
} as const;

const reportRoute = ({ ports }: OwnRoutesOptions): OwnRoute => ({
  ...{ method: 'get', path: '/runs/:id/report', name: 'getReport', tag: 'conformance' },
  summary: 'Show the report of a run',
  description: 'The HTML report of a finished run, for a frame of the dashboard.',
  params: { id: 'Id of a run.' },
  answer: { status: 200, mediaType: 'text/html', description: 'The report.' },
  missing: 'No finished run has this id.',
  serve: async (request, response) => {
    const html = await ports.runs.report(String(request.params['id']));
    if (html === undefined) throw new Refusal(404, noReport);
    response.removeHeader('cross-origin-opener-policy');
    response.set(reportHeaders).type('text/html').send(html);
  },
});

const noReport = {
  error: 'not_found',
  message: 'No finished run has this id.',
  remedy: 'GET /__admin/runs lists them.',
} as const;

const loginRoute = ({ keyring }: OwnRoutesOptions): OwnRoute => ({
  ...{ method: 'post', path: '/login', name: 'logIn', tag: 'platform' },
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
