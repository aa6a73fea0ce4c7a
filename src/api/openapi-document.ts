import { type Route, type RouteAnswer, tags } from './route.ts';
import { adminJsonSchemas, type JsonSchema, nameOf } from './schemas/all-schemas.ts';

/** OpenAPI 3.1 of the admin API: its routes, and the schemas that requests are checked with. */
export const openapiDocument = (routes: readonly Route[], version: string) => {
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
  'to configured ones. From another machine, and through a proxy, it demands the admin token. ' +
  'What changes something, and the events, are refused to pages of other sites. The token of an agent is in no answer but in the one that ' +
  'gives it a new one. Money is ' +
  'decimal text, and times are ISO 8601 or milliseconds.';

type Schemas = ReturnType<typeof adminJsonSchemas>;

const pathsOf = (routes: readonly Route[], schemas: Schemas) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, schemas) };
  }
  return paths;
};

/** A query is described parameter by parameter; nobody sends nothing. */
const withoutQueries = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.endsWith('Query') && name !== 'Nothing'));

/** The OpenAPI operation of a route. */
export const describeRoute = (route: Route, schemas: Readonly<Record<string, JsonSchema>>) => {
  const { name, tag, summary, description, body, answer } = route;
  const parameters = [...pathParameters(route), ...queryParameters(route, schemas)];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(parameters.length === 0 ? {} : { parameters }),
    requestBody: body === undefined ? undefined : requestBody(nameOf(body) ?? '', schemas),
    responses: { [answer.status]: success(answer), ...errorsOf(route) },
  };
};

const pathParameters = ({ params = {} }: Route) =>
  Object.entries(params).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }));

const queryParameters = ({ query }: Route, schemas: Readonly<Record<string, JsonSchema>>) => {
  const { properties = {}, required = [] } = (schemas[nameOf(query) ?? ''] ?? {}) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
    // What has a default is in every checked query, and in no request that must be.
    required: required.includes(name) && !('default' in schema),
  }));
};

const requestBody = (name: string, schemas: Readonly<Record<string, JsonSchema>>) => ({
  required: isNeeded(schemas[name]),
  description: String(schemas[name]?.['description']),
  content: { 'application/json': { schema: reference(name) } },
});

const isNeeded = (schema: JsonSchema | undefined): boolean => {
  const { required = [] } = (schema ?? {}) as { readonly required?: readonly string[] };
  return required.length > 0;
};

const success = ({ description, schema, mediaType }: RouteAnswer) => {
  if (mediaType !== undefined) {
    const type = mediaType === 'application/json' ? 'object' : 'string';
    return { description, content: { [mediaType]: { schema: { type } } } };
  }
  if (schema === undefined) return { description };
  return { description, content: { 'application/json': { schema: reference(nameOf(schema) ?? '') } } };
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The errors that a route can answer with, by HTTP status. */
export const errorsOf = (route: Route): Readonly<Record<string, unknown>> => {
  const { method, missing, query, body, name } = route;
  const changes = method !== 'get';
  const statuses: Readonly<Record<string, string | undefined>> = {
    400: changes || route.params !== undefined ? 'The body is not JSON, or the path cannot be read.' : undefined,
    401: 'From another machine, or through a proxy: the admin token is missing or wrong.',
    403: 'The Host is not known, a page of another site asks, or no admin token is configured.',
    404: missing,
    413: changes ? 'The body is larger than 1 MiB.' : undefined,
    415: changes ? 'The body is not application/json.' : undefined,
    422: changes || query !== undefined ? wrongInput(nameOf(body ?? query)) : 'The query is not empty.',
    429: 'Too many admin tokens were wrong: Retry-After says when the next is looked at.',
    500: 'The platform failed.',
    503: name === 'listen' ? 'Too many listen already.' : unavailable(route),
  };
  return Object.fromEntries(
    Object.entries(statuses).flatMap(([status, description]) =>
      description === undefined ? [] : [[status, errorAnswer(description)]],
    ),
  );
};

const wrongInput = (name: string | undefined): string =>
  name === undefined
    ? 'It takes no body and no query.'
    : 'A field is missing or wrong, or what it asks for cannot be done: the message says which and why.';

const unavailable = ({ method }: Route): string | undefined =>
  method === 'get' ? undefined : 'What it needs is not there, such as a folder that can be written to.';

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
