import express, { type RequestHandler, type Router } from 'express';
import type { AccountStatement } from '../formats/judgement.ts';
import { type AgentsPort, agentRoutes } from './agents.ts';
import { type ClockPort, clockRoutes } from './clock.ts';
import type { JsonText } from './create-json-text.ts';
import { type DeliveriesPort, deliveryRoutes } from './deliveries.ts';
import { createEntry, loginRoute } from './entry.ts';
import { type EventStream, eventsRoute } from './event-stream.ts';
import { exchangeRoutes, type HandCallbacksPort, handCallbackRoutes, type JournalPort } from './exchanges.ts';
import { exportRoutes } from './export-exchanges.ts';
import { type FaultsPort, faultRoutes } from './faults.ts';
import { type FindingsPort, findingRoutes } from './findings.ts';
import { demandSameOrigin } from './guard.ts';
import type { Keyring } from './keyring.ts';
import { type PacksPort, packRoutes } from './packs.ts';
import { platformRoutes } from './platform.ts';
import { answerError, refuse } from './refusal.ts';
import { type Route, route } from './route.ts';
import { type RunsPort, reportRoute, runRoutes } from './runs.ts';
import { type ScenariosPort, scenarioRoutes } from './scenarios.ts';
import type { AdminEvent } from './schemas/admin-event.ts';
import { answers } from './schemas/all-schemas.ts';
import type { Setup } from './schemas/platform.ts';
import { type OnAnswer, serveRoute } from './serve-route.ts';
import { type SessionsPort, sessionRoutes } from './sessions.ts';

/**
 * What the admin API shows and does, wired by serve. A WalletproofError of kind `usage` that a port
 * throws is answered with 422 and its remedy; undefined and null with 404.
 */
export interface AdminPorts {
  readonly setup: () => Setup;
  readonly journal: JournalPort;
  /** The longest time of the last minute in which the platform could do nothing, in milliseconds. */
  readonly lagMs: () => number;
  readonly accounts: () => readonly AccountStatement[];
  readonly findings: FindingsPort;
  readonly sessions: SessionsPort;
  readonly callbacks: HandCallbacksPort;
  readonly deliveries: DeliveriesPort;
  readonly faults: FaultsPort;
  readonly clock: ClockPort;
  readonly packs: PacksPort;
  readonly agents: AgentsPort;
  readonly runs: RunsPort;
  readonly scenarios: ScenariosPort;
  /** Faults, clock, sessions, packs and accounts as at the start; the journal is kept. */
  readonly reset: () => void;
  /** Hears every event from now on, until the function given back is called. */
  readonly listen: (hear: (event: AdminEvent) => void) => () => void;
}

interface AdminApiOptions {
  readonly ports: AdminPorts;
  readonly version: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly events: EventStream;
  /** Absent where no admin token is configured. */
  readonly keyring: Keyring | undefined;
  readonly jsonText: JsonText;
  readonly onAnswer?: OnAnswer | undefined;
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
}

/** The admin API, to be mounted at `/__admin`. */
export const createAdminApi = (options: AdminApiOptions): Router => {
  const router = express.Router({ caseSensitive: true, strict: true });
  const { keyring, jsonText, onAnswer, onError } = options;
  const routes = routesOf(options);
  const enter = createEntry(keyring);
  router.use(guardChanges, (request, response, next) => {
    if (request.path === '/login') next();
    else enter(request, response, next);
  });
  for (const route of routes) router[route.method](route.path, serveRoute(route, { jsonText, onAnswer }));
  for (const [path, allowed] of methodsByPath(routes)) router.all(path, wrongMethod(allowed));
  router.use((_request, response) => refuse(response, 404, unknownPath));
  router.use(answerError({ jsonText, onError }));
  return router;
};

const routesOf = ({ ports, version, startedAt, events, keyring, jsonText }: AdminApiOptions): readonly Route[] => {
  const { setup, journal, lagMs, callbacks, runs } = ports;
  const routes = [
    ...platformRoutes({ version, startedAt, journal, lagMs, setup, reset: ports.reset }),
    ...findingRoutes(ports.findings),
    ...exchangeRoutes(journal, setup),
    ...exportRoutes({ journal, setup, jsonText }),
    ...handCallbackRoutes(callbacks),
    ...deliveryRoutes(ports.deliveries),
    ...sessionRoutes(ports.accounts, ports.sessions),
    ...packRoutes(ports.packs),
    ...faultRoutes(ports.faults),
    ...clockRoutes(ports.clock),
    ...agentRoutes(ports.agents),
    ...runRoutes(runs),
    ...scenarioRoutes(ports.scenarios),
    eventsRoute(events),
    reportRoute(runs),
    loginRoute(keyring),
  ];
  const described = [...routes, platformDocumentRoute(version, setup)];
  return [...described, documentRoute(described, version)];
};

/** What changes something is for our own page, and for those who are no page. */
const guardChanges: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') demandSameOrigin(request.headers);
  next();
};

const platformDocumentRoute = (version: string, setup: AdminPorts['setup']): Route =>
  route('GET /platform.openapi.json', {
    name: 'getPlatformDocument',
    tag: 'platform',
    summary: 'Describe the API of the platform',
    description: 'The operations that agents call, and the callbacks that they answer.',
    answer: { status: 200, schema: answers.Document, description: 'An OpenAPI 3.1 document.' },
    act: async () => {
      const { platformDocument } = await import('./platform-document.ts');
      return platformDocument({ version, baseUrl: setup().baseUrl });
    },
  });

/** The document describes itself, too. */
const documentRoute = (routes: readonly Route[], version: string): Route => {
  const own: Route = route('GET /openapi.json', {
    name: 'getDocument',
    tag: 'platform',
    summary: 'Describe this API',
    description: 'This document.',
    answer: { status: 200, schema: answers.Document, description: 'An OpenAPI 3.1 document.' },
    act: async () => {
      const { openapiDocument } = await import('./openapi-document.ts');
      return openapiDocument([...routes, own], version);
    },
  });
  return own;
};

const methodsByPath = (routes: readonly Route[]): ReadonlyMap<string, string> => {
  const methods = new Map<string, string>();
  for (const { method, path } of routes) {
    const own = method === 'get' ? 'GET, HEAD' : method.toUpperCase();
    const others = methods.get(path);
    methods.set(path, others === undefined ? own : `${others}, ${own}`);
  }
  return methods;
};

const wrongMethod =
  (allowed: string): RequestHandler =>
  (request, response) => {
    refuse(response.set('allow', allowed), 405, {
      error: 'method_not_allowed',
      message: `${request.method} does nothing here.`,
      remedy: `Use ${allowed}.`,
    });
  };

const unknownPath = {
  error: 'not_found',
  message: 'The admin API has no such path.',
  remedy: 'GET /__admin/openapi.json describes those there are.',
} as const;
