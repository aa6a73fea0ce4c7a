import type { Server } from 'node:http';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import { isDeclaredTooLarge } from './read-body.ts';

/** Time limits against clients that dawdle, in milliseconds. */
const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a pooling client usually keeps an idle connection, so that it closes first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
} as const;

/**
 * Gives requests and responses Express's prototypes from the start. Express sets them on each
 * request otherwise, and changing an object's prototype costs more than all its other work.
 */
const createMessageClasses = (app: Express) => {
  class PlatformRequest extends IncomingMessage {}
  class PlatformResponse extends ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(PlatformRequest.prototype, app.request);
  Object.setPrototypeOf(PlatformResponse.prototype, app.response);
  app.request = PlatformRequest.prototype as Request;
  app.response = PlatformResponse.prototype as unknown as Response;
  return { IncomingMessage: PlatformRequest, ServerResponse: PlatformResponse };
};

/** An HTTP server for the app; mount routers in the app, no further Express apps. */
export const createHttpServer = (app: Express): Server => {
  const server = createServer({ ...timeLimits, ...createMessageClasses(app) }, app);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A body that will be refused for its size is not asked for.
    if (isDeclaredTooLarge(request)) response.shouldKeepAlive = false;
    else response.writeContinue();
    server.emit('request', request, response);
  });
  return server;
};
