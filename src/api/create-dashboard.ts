import express, { type Router } from 'express';
import { systemClock } from '../base/clock.ts';
import type { AdminAccess } from '../formats/configuration.ts';
import { type PageFile, readPageFile, sendPageFile } from '../platform/page-file.ts';
import type { Secrets } from '../signing/mask-tokens.ts';
import { type AdminRoutes, createAdminApi } from './create-admin-api.ts';
import { createJsonText } from './create-json-text.ts';
import { type Schedule, systemSchedule } from './event-messages.ts';
import { EventStream } from './event-stream.ts';
import { createGuard } from './guard.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { AdminEvent } from './schemas/admin-event.ts';
import type { OnAnswer } from './serve-route.ts';

export interface DashboardOptions<Context> extends AdminRoutes<Context> {
  /** Hears every event from now on, until the function given back is called. */
  readonly listen: (hear: (event: AdminEvent) => void) => () => void;
  /** The place of the last exchange of the journal. */
  readonly lastSeq: () => number;
  readonly admin: AdminAccess;
  /** Tokens of agents: asterisks stand for them in every answer. */
  readonly secrets?: Secrets;
  /** Told what is answered under which schema: tests hold the one against the other. */
  readonly onAnswer?: OnAnswer | undefined;
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
  readonly schedule?: Schedule;
  /** Unix milliseconds, for who guesses the admin token; the machine's clock when absent. */
  readonly now?: () => number;
}

const noSecrets: readonly string[] = [];

/** The window to the platform. */
export interface Dashboard {
  /** Answers `/`, `/__dashboard/…` and `/__admin/…`, and nothing else. */
  readonly router: Router;
  /** Ends the streams of events. */
  close(): void;
}

/** The dashboard: a guard, the admin API behind it, and the page. */
export const createDashboard = <Context>(options: DashboardOptions<Context>): Dashboard => {
  const { listen, lastSeq, admin, onError } = options;
  const { schedule = systemSchedule, secrets = () => noSecrets } = options;
  const jsonText = createJsonText(secrets);
  const keyring = keyringOf(options);
  const events = new EventStream({ listen, lastSeq, jsonText, schedule, onError });
  const router = express.Router();
  const guard = createGuard(admin);
  router.use(['/__admin', '/__dashboard'], guard).get('/', guard);
  router.use('/__admin', createAdminApi({ ...options, events, keyring, jsonText }));
  router.use(createPageFiles());
  return { router, close: () => events.close() };
};

const keyringOf = <Context>(options: DashboardOptions<Context>): Keyring | undefined => {
  const { admin, now = systemClock.now, baseUrl } = options;
  return admin.token === undefined ? undefined : createKeyring({ token: admin.token, now, baseUrl });
};

const notBuilt = 'The dashboard is not built. Run: npm run build\nThe admin API under /__admin works without it.\n';

/** The page and its files. `load` gives a file of the built page by its name. */
export const createPageFiles = (load: typeof loadPageFile = loadPageFile): Router => {
  const router = express.Router();
  router.get('/', async (request, response) => {
    const page = await load('index.html');
    if (page === undefined) response.status(503).type('text/plain').send(notBuilt);
    else sendPageFile(request, response, page);
  });
  router.get('/__dashboard/:name', async (request, response) => {
    const page = await load(request.params.name);
    if (page === undefined) response.status(404).type('text/plain').send('There is no such file.\n');
    else sendPageFile(request, response, page);
  });
  return router;
};

const folder = new URL('../../dist/ui/dashboard/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** A file of the built page; undefined where there is none of that name. */
export const loadPageFile = async (name: string): Promise<PageFile | undefined> => {
  const extension = /^[\w-]+(?:\.[\w-]+)*\.(?<extension>[a-z]+)$/.exec(name)?.groups?.['extension'];
  const type = Object.hasOwn(types, extension ?? '') ? types[extension ?? ''] : undefined;
  return type === undefined ? undefined : await readPageFile(new URL(name, folder), type);
};
