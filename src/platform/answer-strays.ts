import type { Request, Response } from 'express';
import { type FrontDoor, refuseRequest } from './front-door.ts';
import { type RefusedAnswer, refused } from './refused.ts';
import { isMeantAsOperation, unknownPath } from './unknown-path.ts';

interface StraysOptions {
  readonly door: FrontDoor;
  /** Answers a request as the platform, and records it. */
  readonly receive: (request: Request, response: Response) => void;
  /** Told about every exception that is not the request's own fault. */
  readonly onError: (error: unknown) => void;
}

/** Answers what no router takes, or what one has thrown at; `error` is undefined in the first case. */
export type AnswerStray = (request: Request, response: Response, error: unknown) => void;

/** Answers in the envelope what Express would answer with a page of its own, and with a stack trace. */
export const answerStrays =
  ({ door, receive, onError }: StraysOptions): AnswerStray =>
  (request, response, error) => {
    if (error !== undefined) {
      const refusal = refusalOf(error, onError);
      if (response.headersSent) response.destroy();
      else refuseRequest(door, { request, response }, refusal);
    } else if (!isReadable(request)) refuseRequest(door, { request, response }, brokenPath);
    else if (isOfAgent(request)) receive(request, response);
    else {
      const { status, headers, text } = door.render(unknownPath(request.path));
      response.writeHead(status, headers).end(text);
    }
  };

/** Express finds no path in targets such as `http://[/` and `http://`, and passes them by all routers. */
const isReadable = (request: Request): boolean => {
  try {
    return typeof (request.path as unknown) === 'string';
  } catch {
    return false;
  }
};

/** Browsers ask for more than there is, such as an icon: that is no matter of an agent's. */
const isOfAgent = ({ method, path, headers }: Request): boolean =>
  (method !== 'GET' && method !== 'HEAD') ||
  headers['x-signature'] !== undefined ||
  headers.upgrade !== undefined ||
  isMeantAsOperation(path);

const refusalOf = (error: unknown, onError: (error: unknown) => void): RefusedAnswer => {
  if (isBrokenPath(error)) return brokenPath;
  onError(error);
  return refused('internal_error', 'The platform failed to answer this request.');
};

/** Express and Node say so of targets such as `/%zz` and `http://[/`. */
const isBrokenPath = (error: unknown): boolean =>
  error instanceof URIError || (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL');

const brokenPath = refused('bad_request', 'The path of this request cannot be decoded: percent-encode it as UTF-8.');
