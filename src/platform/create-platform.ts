import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { Entrance, isApiPath } from './entrance.ts';
import { openFrontDoor } from './front-door.ts';
import { createState, type PlatformOptions, type PlatformState } from './platform-state.ts';
import { isDeclaredTooLarge } from './request-body.ts';

/** A way into a platform. */
type WayIn = Pick<Entrance, 'app' | 'answer' | 'door'>;

/** The platform side of the request API, and what it keeps. */
export interface Platform extends PlatformState, WayIn {
  /** Another way in, for a request that somebody sends by hand: it is recorded as that, and `hear` is told. */
  readonly again: (hear: RecordExchange) => WayIn;
}

/** A platform for these agents. Time and chance are the clock's and the dice's. */
export const createPlatform = (options: PlatformOptions): Platform => {
  const { dice, record, onError } = options;
  const state = createState(options);
  const { app, answer, door } = new Entrance(state, { dice: dice.fork('requests'), record, onError });
  const byHand = dice.fork('requests by hand');
  return {
    ...{ ...state, app, answer, door },
    again: (hear) => {
      const recordByHand = (received: Exchange): void => {
        const exchange: Exchange = { ...received, origin: 'hand' };
        record(exchange);
        hear(exchange);
      };
      return new Entrance(state, { dice: byHand, record: recordByHand, onError });
    },
  };
};

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

/** What pages and the admin API send is never larger, in bytes. */
const pageBodyLimit = 1024 * 1024;

interface HttpServerOptions extends Pick<Quirks, 'bodyLimit'> {
  /** Certificate and key, PEM: the server speaks https. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** An HTTP server for the app of a platform; mount routers in the app, no further Express apps. */
export const createHttpServer = ({ app, answer, door }: WayIn, { bodyLimit, tls }: HttpServerOptions): Server => {
  // `answer` refuses a request without Host, and explains it.
  const common = { ...timeLimits, ...createMessageClasses(app), requireHostHeader: false };
  const server =
    tls === undefined
      ? createServer(common, answer)
      : // Loaded here: few platforms speak TLS.
        process.getBuiltinModule('node:https').createServer({ ...common, ...tls }, answer);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A body that will be refused for its size is not asked for.
    const limit = isApiPath(request.url ?? '') ? bodyLimit : pageBodyLimit;
    if (isDeclaredTooLarge(request, limit)) response.shouldKeepAlive = false;
    else response.writeContinue();
    server.emit('request', request, response);
  });
  openFrontDoor(server, door);
  return server;
};
