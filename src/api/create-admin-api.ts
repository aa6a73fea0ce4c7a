import type { RequestHandler, Router } from 'express';
import express from 'express';
import type { AdminPorts } from './admin-ports.ts';
import { controlRoutes } from './control-routes.ts';
import type { JsonText } from './create-json-text.ts';
import { exchangeRoutes } from './exchanges.ts';
import { createEntry, demandSameOrigin } from './guard.ts';
import type { OwnRoutesOptions } from './own-routes.ts';
import { ownRoutes } from './own-routes.ts';
import type { PlatformFacts } from './platform-routes.ts';
import { platformRoutes } from './platform-routes.ts';
import { playRoutes } from './play-routes.ts';
import { answerError, refuse } from './refusal.ts';
import type { Route } from './route.ts';
import { jsonRoute } from './route.ts';
import { runRoutes } from './run-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { serveRoute } from './serve-route.ts';

export interface AdminApiOptions extends PlatformFacts, OwnRoutesOptions {
  readonly ports: AdminPorts;
  readonly jsonText: JsonText;
  readonly onError: (error: unknown) => void;
}

/** The admin API, to be mounted at `/__admin`. */
export const createAdminApi = (options: AdminApiOptions): Router => {
  const router = express.Router({ caseSensitive: true, strict: true });
  const routes = routesOf(options);
  const enter = createEntry(options.keyring);
  router.use(guardChanges, (request, response, next) => {
    if (request.path === '/login') next();
    else enter(request, response, next);
  });
  for (const route of routes) router[route.method](route.path, serveRoute(route, options));
  for (const [path, allowed] of methodsByPath(routes)) router.all(path, wrongMethod(allowed));
  router.use((_request, response) => refuse(response, 404, unknownPath));
  router.use(answerError(options));
  return router;
};

const routesOf = (options: AdminApiOptions): readonly Route[] => {
  const routes = [
    ...platformRoutes(options),
    ...exchangeRoutes,
    ...playRoutes,
    ...controlRoutes,
    ...runRoutes,
    ...scenarioRoutes,
    ...ownRoutes(options),
  ];
  return [...routes, documentRoute(routes, options)];
};

/** What changes something is for our own page, and for those who are no page. */
const guardChanges: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') demandSameOrigin(request.headers);
  next();
};

/** The document describes itself, too. */
const documentRoute = (routes: readonly Route[], { version }: PlatformFacts): Route => {
  const own: Route = jsonRoute({
    ...{ method: 'get', path: '/openapi.json', name: 'getDocument', tag: 'platform' },
    summary: 'Describe this API',
    description: 'This document.',
    answer: { status: 200, schema: 'Document', description: 'An OpenAPI 3.1 document.' },
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
