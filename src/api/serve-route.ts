import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { JsonText } from './create-json-text.ts';
import { readJsonBody } from './read-json-body.ts';
import { Refusal } from './refusal.ts';
import { nothingSchema, type Route, type RouteCall } from './route.ts';
import { checkRequest } from './schemas/check-request.ts';

/** Told what is answered under which schema: tests hold the one against the other. */
export type OnAnswer = (schema: z.ZodType, value: unknown) => void;

interface ServeOptions<Context> {
  readonly context: Context;
  readonly jsonText: JsonText;
  readonly onAnswer?: OnAnswer | undefined;
}

/** Checks a request, acts on it and answers. */
export const serveRoute =
  <Context>(route: Route<Context>, { context, jsonText, onAnswer }: ServeOptions<Context>): RequestHandler =>
  async (request, response) => {
    const { method, query = nothingSchema, body = nothingSchema, answer, missing } = route;
    const call: RouteCall<Context> = {
      context,
      params: request.params as Record<string, string>,
      query: checkInput(query, readQuery(request.url)),
      body: checkInput(body, method === 'get' ? {} : await readJsonBody(request)),
      signal: endOf(response),
      jsonText,
    };
    if (route.act === undefined) return await route.serve?.(request, response, call);
    const value = await route.act(call);
    if (missing !== undefined && (value === undefined || value === null)) throw notFound(missing);
    const { status, schema, showsToken } = answer;
    if (schema === undefined) return void response.status(status).end();
    onAnswer?.(schema, value);
    const text = showsToken === true ? JSON.stringify(value) : jsonText(value);
    response.status(status).type('application/json').send(text);
  };

/** Aborted when the client has gone. */
const endOf = (response: Response): AbortSignal => {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return gone.signal;
};

/** What a route says where it has nothing to answer. */
export const notFound = (message: string, remedy = 'Look it up in its list; the oldest are forgotten.'): Refusal =>
  new Refusal(404, { error: 'not_found', message, remedy });

/** The input as its schema makes it; a Refusal where it is wrong. */
const checkInput = (schema: z.ZodType, value: unknown): unknown => {
  const checked = checkRequest(schema, value);
  if (checked.kind === 'right') return checked.value;
  const { message, remedy } = checked;
  throw new Refusal(422, { error: 'invalid_request', message, remedy });
};

/** The parameters of a URL's query by name; a Refusal where one is given twice. */
const readQuery = (url: string): Readonly<Record<string, string>> => {
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
