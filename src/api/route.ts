import type { Request, Response } from 'express';
import type { AnswerName, Checked, RequestName } from './schemas/all-schemas.ts';

/** A request that was checked. */
export interface RouteCall<Body extends RequestName, Query extends RequestName> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Checked<Query>;
  readonly body: Checked<Body>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** How a route answers when all is well; without a schema there is nothing to say. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  readonly schema?: AnswerName;
  /** Where the answer is no JSON. */
  readonly mediaType?: 'text/html' | 'text/event-stream' | 'application/json' | 'application/vnd.oai.openapi+json';
}

/** What the document says of a route, and how it is found. */
export interface RouteFacts {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/__admin`; parameters as `:id`. */
  readonly path: string;
  /** Name of the operation in the document. */
  readonly name: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Descriptions of the parameters in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: RequestName;
  readonly body?: RequestName;
  readonly answer: RouteAnswer;
  /** Why it may be answered with 404. */
  readonly missing?: string;
}

/** A route of the admin API: its value is the answer, undefined and null are 404. */
export interface JsonRoute<Body extends RequestName = RequestName, Query extends RequestName = RequestName>
  extends RouteFacts {
  readonly query?: Query;
  readonly body?: Body;
  act(call: RouteCall<Body, Query>): unknown;
}

/** A route that answers in a way of its own. */
export interface OwnRoute extends RouteFacts {
  serve(request: Request, response: Response): Promise<void> | void;
}

export type Route = JsonRoute | OwnRoute;

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

/** A route of that method. Its body and its query have the types of the schemas that it names. */
const routeOf =
  (method: RouteFacts['method']) =>
  <Body extends RequestName = 'Nothing', Query extends RequestName = 'Nothing'>(
    path: string,
    facts: Omit<JsonRoute<Body, Query>, 'method' | 'path'>,
  ): Route =>
    ({ method, path, ...facts }) as unknown as JsonRoute;

export const get = routeOf('get');
export const post = routeOf('post');
export const put = routeOf('put');
export const patch = routeOf('patch');
export const remove = routeOf('delete');
