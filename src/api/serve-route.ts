import type { Request, RequestHandler, Response } from 'express';
import type { JsonText } from './create-json-text.ts';
import { readJsonBody } from './read-json-body.ts';
import { Refusal } from './refusal.ts';
import type { JsonRoute, Route, RouteCall } from './route.ts';
import type { RequestName } from './schemas/all-schemas.ts';

/** Checks a request, acts on it and answers. */
export const serveRoute = (route: Route, jsonText: JsonText): RequestHandler => {
  if ('serve' in route) return (request, response) => route.serve(request, response);
  return async (request, response) => {
    const call = await callOf(route, request, response);
    const value = await route.act(call);
    const { status, schema } = route.answer;
    if (route.missing !== undefined && (value === undefined || value === null)) {
      throw new Refusal(404, notFound(route.missing));
    }
    if (schema === undefined) response.status(status).end();
    else response.status(status).type('application/json').send(jsonText(value));
  };
};

const callOf = async (
  { method, query = 'Nothing', body = 'Nothing' }: JsonRoute,
  request: Request,
  response: Response,
): Promise<Parameters<JsonRoute['act']>[0]> => {
  const given = method === 'get' ? {} : await readJsonBody(request);
  const call = {
    params: request.params,
    query: await checkInput(query, readQuery(request.url)),
    body: await checkInput(body, given),
    signal: endOf(response),
  };
  // The schemas that the route names have checked it.
  return call as unknown as RouteCall<never, never>;
};

/** Aborted when the client has gone. */
export const endOf = (response: Response): AbortSignal => {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return gone.signal;
};

const notFound = (message: string) => ({
  error: 'not_found',
  message,
  remedy: 'Look it up in its list; the oldest are forgotten.',
});

/** The input as its schema makes it; a Refusal where it is wrong. What checks is loaded when first needed. */
export const checkInput = async (name: RequestName, value: unknown): Promise<unknown> => {
  if (name === 'Nothing' && isEmpty(value)) return value;
  const { checkRequest } = await import('./schemas/check-request.ts');
  const checked = checkRequest(name, value);
  if (checked.kind === 'right') return checked.value;
  const { message, remedy } = checked;
  throw new Refusal(422, { error: 'invalid_request', message, remedy });
};

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** The parameters of a URL's query by name; a Refusal where one is given twice. */
export const readQuery = (url: string): Readonly<Record<string, string>> => {
  const start = url.indexOf('?');
  const given = start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return Object.fromEntries(given);
  throw new Refusal(422, {
    error: 'invalid_request',
    message: `The parameter ${JSON.stringify(twice.slice(0, 60))} is given twice.`,
    remedy: 'Give it once.',
  });
};
