import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Made } from '../formats/schema.ts';
import type { JsonText } from './create-json-text.ts';
import { nothingSchema } from './schemas/platform.ts';

/** A request that was checked by the schemas of its route. */
export interface RouteCall<Context = unknown, Body extends z.ZodType = z.ZodAny, Query extends z.ZodType = z.ZodAny> {
  /** What the server is made of. */
  readonly context: Context;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Made<Query>;
  readonly body: Made<Body>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Writes JSON without any token, for an answer that is no JSON of ours. */
  readonly jsonText: JsonText;
}

/** How a route answers when all is well; without a schema there is nothing to say. */
export interface RouteAnswer<Answer extends z.ZodType = z.ZodType> {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  readonly schema?: Answer;
  /** Where the answer is no JSON of ours. */
  readonly mediaType?: 'text/html' | 'text/event-stream' | 'application/json';
  /** It has a token on purpose, this once: in every other answer there are asterisks for it. */
  readonly showsToken?: true;
}

/** What the document says of a route, and how it is found. */
export interface RouteFacts {
  /** Name of the operation in the document. */
  readonly name: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Descriptions of the parameters in the path. */
  readonly params?: Readonly<Record<string, string>>;
  /** Why it may be answered with 404. */
  readonly missing?: string;
}

export interface Checks<Body extends z.ZodType, Query extends z.ZodType> {
  readonly body?: Body;
  readonly query?: Query;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A route of the admin API, which acts on a context. */
export interface Route<Context = unknown> extends RouteFacts, Checks<z.ZodType, z.ZodType> {
  readonly method: Method;
  /** Below `/__admin`; parameters as `:id`. */
  readonly path: string;
  readonly answer: RouteAnswer;
  /** Gives what is answered; undefined and null are 404. Absent where the route answers in a way of its own. */
  readonly act?: (call: RouteCall<Context>) => unknown;
  readonly serve?: (request: Request, response: Response, call: RouteCall<Context>) => Promise<void> | void;
}

/** What operations are about. */
export const tags = {
  platform: 'The platform as a whole.',
  findings: 'What is wrong with the agent.',
  traffic: 'Requests and answers in both directions, and sending callbacks again.',
  play: 'Players, their sessions and free spins.',
  controls: 'Faults and the clock.',
  agents: 'What a manager does: agents, their tokens, their games.',
  conformance: 'Runs of the suite, and scenarios.',
} as const;
export type Tag = keyof typeof tags;

/** Such as `POST /faults`, below `/__admin`. */
type At = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

type Answered<Answer extends z.ZodType> = Made<Answer> | undefined;

/** What makes the routes that act on such a context. */
export const routesOn = <Context>() => ({
  /** A route whose input and answer are what its schemas say. */
  route: <
    Answer extends z.ZodType = z.ZodUnknown,
    Body extends z.ZodType = typeof nothingSchema,
    Query extends z.ZodType = typeof nothingSchema,
  >(
    at: At,
    facts: RouteFacts &
      Checks<Body, Query> & {
        readonly answer: RouteAnswer<Answer>;
        readonly act: (call: RouteCall<Context, Body, Query>) => Answered<Answer> | Promise<Answered<Answer>>;
      },
  ): Route<Context> => ({ ...placeOf(at), ...facts }) as unknown as Route<Context>,

  /** A route that answers in a way of its own. */
  ownRoute: <Body extends z.ZodType = typeof nothingSchema, Query extends z.ZodType = typeof nothingSchema>(
    at: At,
    facts: RouteFacts &
      Checks<Body, Query> & {
        readonly answer: RouteAnswer;
        readonly serve: (
          request: Request,
          response: Response,
          call: RouteCall<Context, Body, Query>,
        ) => Promise<void> | void;
      },
  ): Route<Context> => ({ ...placeOf(at), ...facts }) as unknown as Route<Context>,
});

const placeOf = (at: At): Pick<Route, 'method' | 'path'> => {
  const [method = '', path = ''] = at.split(' ');
  return { method: method.toLowerCase() as Method, path };
};

/** Routes that need none of it. */
export const { route, ownRoute } = routesOn<unknown>();

/** Who sends something here sends too much. */
export { nothingSchema };
