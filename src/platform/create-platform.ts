import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { durationOf } from '../formats/written-time.ts';
import type { KeptStore } from '../journal/kept.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import { createCatalogue } from './create-catalogue.ts';
import { createDemos } from './create-demos.ts';
import { createPacks } from './create-packs.ts';
import { createSessions, type GameSession } from './create-sessions.ts';
import { createRefusalExplainer } from './explain-refusal.ts';
import { type FrontDoor, isHostMissing, openFrontDoor } from './front-door.ts';
import type { HostCheck } from './host-check.ts';
import type { Explaining, PlatformState } from './platform-state.ts';
import { isDeclaredTooLarge } from './request-body.ts';
import { isApiPath, type ServedOperations, serveOperations } from './serve-operations.ts';

export interface PlatformOptions {
  /** A list, or a map that others may change: it is looked into with each request. */
  readonly agents: readonly AgentConfiguration[] | ReadonlyMap<number, AgentConfiguration>;
  readonly games: readonly Game[];
  readonly quirks: Quirks;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Where players reach the platform, such as `http://127.0.0.1:4600`. */
  readonly baseUrl: () => string;
  /** Whether a request is answered that came under this Host; any is when absent. */
  readonly allowsHost?: HostCheck;
  /** How a right request is answered just now instead of rightly; rightly when absent. */
  readonly operationFault?: (name: OperationName, agentId?: number) => OperationDeviation | undefined;
  /** Told of every game session that is created. */
  readonly onSession?: (session: GameSession) => void;
  /** Where sessions, demos and packs outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** When it is looked into why a signature was refused; never when absent. */
  readonly explain?: Explaining;
  /** Tokens that an agent has or had: the reason of a refused signature may be an old one. */
  readonly tokensOf?: (agentId: number) => readonly string[];
  readonly record: RecordExchange;
  /** Told about every exception that answering caused. */
  readonly onError: (error: unknown) => void;
}

/** A way into a platform. */
interface Entrance {
  /** Answers /api/ alone; add routers for the rest. */
  readonly app: Express;
  /** Answers a request: the app, and what no router of it takes. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers what a server cannot read. */
  readonly door: FrontDoor;
}

/** The platform side of the request API, and what it keeps. */
export interface Platform extends PlatformState, Entrance {
  /** Another way in, for a request that somebody sends by hand: it is recorded as that, and `hear` is told. */
  readonly again: (hear: RecordExchange) => Entrance;
}

const createApp = (): Express => express().disable('x-powered-by').disable('etag').set('query parser', false);

/** A platform for these agents. Time and chance are the clock's and the dice's. */
export const createPlatform = (options: PlatformOptions): Platform => {
  const { clock, dice, quirks, kept, record, onError } = options;
  const common = { clock, kept, idleMs: durationOf(quirks.sessionIdle) };
  const onCreated = tellingSafely(options);
  const agents = byId(options.agents);
  const state: PlatformState = {
    agents,
    catalogue: createCatalogue(options.games),
    sessions: createSessions({ ...common, dice: dice.fork('sessions'), onCreated }),
    demos: createDemos({ ...common, dice: dice.fork('demos'), balance: quirks.demoBalance }),
    packs: createPacks({ clock, kept, dice: dice.fork('packs'), packEnd: quirks.packEnd }),
    quirks,
    clock,
    baseUrl: options.baseUrl,
    allowsHost: options.allowsHost ?? (() => true),
    operationFault: options.operationFault ?? (() => undefined),
    explainer: explainerOf(options, agents),
  };
  const byHand = dice.fork('requests by hand');
  return {
    ...state,
    ...openEntrance({ state, dice: dice.fork('requests'), record, onError }),
    again: (hear) => {
      const recordByHand = (received: Exchange): void => {
        const exchange: Exchange = { ...received, origin: 'hand' };
        record(exchange);
        hear(exchange);
      };
      return openEntrance({ state, dice: byHand, record: recordByHand, onError });
    },
  };
};

const openEntrance = (parts: Parameters<typeof serveOperations>[0]): Entrance => {
  const app = createApp();
  const served = serveOperations(parts);
  app.use(served.operations);
  return { app, answer: answerWith(app, served), door: served.door };
};

/** The app answers; what it leaves, or has thrown at, comes to its end. */
const answerWith =
  (app: Express, { operations, answerStray, door }: ServedOperations): Platform['answer'] =>
  (request, response) => {
    if (isHostMissing(door, request, response)) return;
    const known = request as Request;
    const answering = response as Response;
    const end = (error?: unknown): void => answerStray(known, answering, error);
    if (isPrepared(app, request) && request.url?.startsWith('/api/') === true) {
      answerDirectly(operations, known, answering, end);
    } else app(known, answering, end);
  };

/** Whether the server gave it Express's prototype (`createMessageClasses`); else Express has to. */
const isPrepared = (app: Express, request: IncomingMessage): boolean => Object.getPrototypeOf(request) === app.request;

/** As the app would, whose first handler it is: its way there takes a third of what the signature takes. */
const answerDirectly = (
  operations: ServedOperations['operations'],
  request: Request,
  response: Response,
  end: NextFunction,
): void => {
  request.originalUrl = request.url;
  try {
    void operations(request, response, end);
  } catch (error) {
    end(error);
  }
};

const byId = (agents: PlatformOptions['agents']): PlatformState['agents'] =>
  'get' in agents ? agents : new Map(agents.map((agent) => [agent.id, agent]));

/** A session is created, whatever becomes of those who are told. */
const tellingSafely =
  ({ onSession, onError }: PlatformOptions) =>
  (session: GameSession): void => {
    try {
      onSession?.(session);
    } catch (error) {
      onError(error);
    }
  };

const explainerOf = (
  { explain, tokensOf, quirks }: PlatformOptions,
  agents: PlatformState['agents'],
): PlatformState['explainer'] =>
  explain === undefined
    ? undefined
    : {
        ...createRefusalExplainer({ agents, formerTokensOf: tokensOf, accept: quirks.accept }),
        when: explain,
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
export const createHttpServer = (
  { app, answer, door }: Pick<Platform, 'app' | 'answer' | 'door'>,
  { bodyLimit, tls }: HttpServerOptions,
): Server => {
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
