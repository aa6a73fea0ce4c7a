import express, { type RequestHandler, type Router } from 'express';
import type { JsonText } from './create-json-text.ts';
import { createEntry, loginRoute } from './entry.ts';
import { type EventStream, eventsRoute } from './event-stream.ts';
import { demandSameOrigin } from './guard.ts';
import type { Keyring } from './keyring.ts';
import { answerError, refuse } from './refusal.ts';
import { type Route, route } from './route.ts';
import { answers } from './schemas/all-schemas.ts';
import { type OnAnswer, serveRoute } from './serve-route.ts';

/**
 * What the admin API shows and does. A WalletproofError of kind `usage` that a route throws is answered with 422
 * and its remedy; undefined and null with 404.
 */
export interface AdminRoutes<Context> {
  readonly routes: readonly Route<Context>[];
  /** What they act on. */
  readonly context: Context;
  readonly version: string;
  /** Where others reach the platform. */
  readonly baseUrl: () => string;
}

interface AdminApiOptions<Context> extends AdminRoutes<Context> {
  readonly events: EventStream;
  /** Absent where no admin token is configured. */
  readonly keyring: Keyring | undefined;
  readonly jsonText: JsonText;
  readonly onAnswer?: OnAnswer | undefined;
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
}

/** The admin API, to be mounted at `/__admin`. */
export const createAdminApi = <Context>(options: AdminApiOptions<Context>): Router => {
  const router = express.Router({ caseSensitive: true, strict: true });
  const { context, keyring, jsonText, onAnswer, onError } = options;
  const routes = routesOf(options);
  const enter = createEntry(keyring);
  router.use(guardChanges, (request, response, next) => {
    if (request.path === '/login') next();
    else enter(request, response, next);
  });
  for (const route of routes) router[route.method](route.path, serveRoute(route, { context, jsonText, onAnswer }));
  for (const [path, allowed] of methodsByPath(routes)) router.all(path, wrongMethod(allowed));
  router.use((_request, response) => refuse(response, 404, unknownPath));
  router.use(answerError({ jsonText, onError }));
  return router;
};

const routesOf = <Context>(options: AdminApiOptions<Context>): readonly Route<Context>[] => {
  const { version, baseUrl, events, keyring } = options;
  const described = [
    ...options.routes,
    ...[eventsRoute(events), loginRoute(keyring), platformDocumentRoute(version, baseUrl)],
  ];
  return [...described, documentRoute(described, version)];
};

/** What changes something is for our own page, and for those who are no page. */
const guardChanges: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') demandSameOrigin(request.headers);
  next();
};

const platformDocumentRoute = (version: string, baseUrl: () => string): Route =>
  route('GET /platform.openapi.json', {
    name: 'getPlatformDocument',
    tag: 'platform',
    summary: 'Describe the API of the platform',
    description: 'The operations that agents call, and the callbacks that they answer.',
    answer: { status: 200, schema: answers.Document, description: 'An OpenAPI 3.1 document.' },
    act: async () => {
      const { platformDocument } = await import('./platform-document.ts');
      return platformDocument({ version, baseUrl: baseUrl() });
    },
  });

/** What the document tells of a route. */
type RouteAbout = Omit<Route, 'act' | 'serve'>;

/** The document describes itself, too. */
const documentRoute = (routes: readonly RouteAbout[], version: string): Route => {
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

const methodsByPath = (routes: readonly RouteAbout[]): ReadonlyMap<string, string> => {
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
