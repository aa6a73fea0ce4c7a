import type { RouteFacts } from '../api/route.ts';

/** The errors that a route can answer with, by HTTP status. */
export const errorsOf = (route: RouteFacts): Readonly<Record<string, unknown>> => {
  const { method, missing, query, body, name } = route;
  const changes = method !== 'get';
  const statuses: Readonly<Record<string, string | undefined>> = {
    400:
      changes || route.params !== undefined
        ? 'The body is no JSON, or the path cannot be read.'
        : undefined,
    401: 'From another machine: the admin token is missing or wrong.',
    403: 'The Host is not known, a page of another site asks, or no admin token is configured.',
    404: missing,
    413: changes ? 'The body is larger than 1 MiB.' : undefined,
    415: changes ? 'The body is not application/json.' : undefined,
    422: changes || query !== undefined ? wrongInput(body ?? query) : 'The query is not empty.',
    500: 'The platform failed.',
    503: name === 'listen' ? 'Too many listen already.' : unavailable(route),
  };
  return Object.fromEntries(
    Object.entries(statuses).flatMap(([status, description]) =>
      description === undefined ? [] : [[status, error(description)]],
    ),
  );
};

const wrongInput = (name: string | undefined): string =>
  name === undefined
    ? 'It takes no body and no query.'
    : 'A field is missing or wrong, or what it asks for cannot be done: the message says which and why.';

const unavailable = ({ method }: RouteFacts): string | undefined =>
  method === 'get'
    ? undefined
    : 'What it needs is not there, such as a folder that can be written to.';

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
