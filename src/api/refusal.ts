import type { ErrorRequestHandler, Response } from 'express';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { JsonText } from './create-json-text.ts';
import type { AdminError } from './schemas/platform.ts';

/** Ends a request of the admin API with an error; caught where requests are answered. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: AdminError;

  constructor(status: number, body: AdminError) {
    super(body.message);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
  }
}

/** Answers with an error of the admin API. */
export const refuse = (response: Response, status: number, error: AdminError): void => {
  response.status(status).json(error);
};

interface ErrorOptions {
  readonly jsonText: JsonText;
  /** Told about every exception that nobody can act on. */
  readonly onError: (error: unknown) => void;
}

/** Turns what was thrown into an error of the admin API; the details of a bug stay here. */
export const answerError =
  ({ jsonText, onError }: ErrorOptions): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    if (isGone(error)) return;
    const { status, body } = explained(error);
    if (status === 500) onError(error);
    // Half an answer is ended as one that broke off.
    if (response.headersSent) response.destroy();
    else response.status(status).type('application/json').send(jsonText(body));
  };

/** A search that ended because nobody waits for it any more. */
const isGone = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const explained = (error: unknown): { readonly status: number; readonly body: AdminError } => {
  if (error instanceof Refusal) return error;
  if (error instanceof WalletproofError) {
    const { code, message, remedy } = error;
    return { status: code === 'environment' ? 503 : 422, body: { error: code, message, remedy } };
  }
  return isBrokenPath(error) ? { status: 400, body: brokenPath } : { status: 500, body: bug };
};

/** Express says so of a path such as `/%zz`. */
const isBrokenPath = (error: unknown): boolean =>
  error instanceof URIError || (error as { status?: unknown } | undefined)?.status === 400;

const brokenPath: AdminError = {
  error: 'invalid_request',
  message: 'The path of this request cannot be read.',
  remedy: 'Encode ids in paths with percent signs, as encodeURIComponent does.',
};

const bug: AdminError = {
  error: 'internal_error',
  message: 'The platform failed at this request; its terminal says more.',
};
