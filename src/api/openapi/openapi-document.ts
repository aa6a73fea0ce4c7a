import { adminJsonSchemas } from '../../spec/schemas/admin/admin-json-schemas.ts';
import type { RouteFacts } from '../api/route.ts';
import { tags } from '../api/route.ts';
import { describeRoute } from './describe-route.ts';

/** OpenAPI 3.1 of the admin API: its routes, and the schemas that requests are checked with. */
export const openapiDocument = (routes: readonly RouteFacts[], version: string) => {
  const schemas = adminJsonSchemas();
  return {
    openapi: '3.1.0',
    info: {
      title: 'The admin API of walletproof',
      version,
      summary: 'Watch the platform, play by hand and run the suite.',
      description,
      license: { name: 'Not licensed for use elsewhere', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: '/__admin', description: 'The platform that gave this document.' }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    security: [{}, { token: [] }, { cookie: [] }],
    paths: pathsOf(routes, schemas),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The admin token: needed from another machine only.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'walletproof_admin',
          description: 'What POST /login gives for the admin token.',
        },
      },
      schemas: withoutQueries(schemas),
    },
  };
};

const description =
  'What the dashboard does goes through this API. It answers to the host names of this machine and ' +
  'to configured ones. From another machine it demands the admin token. What changes something, and ' +
  'the events, are refused to pages of other sites. The token of the agent is in no answer. Money is ' +
  'decimal text, and times are ISO 8601 or milliseconds.';

type Schemas = ReturnType<typeof adminJsonSchemas>;

const pathsOf = (routes: readonly RouteFacts[], schemas: Schemas) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, schemas) };
  }
  return paths;
};

/** A query is described parameter by parameter; nobody sends nothing. */
const withoutQueries = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !name.endsWith('Query') && name !== 'Nothing'),
  );
