import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Router } from 'express';
import { createDashboard, type DashboardOptions } from '../../src/api/create-dashboard.ts';
import type { AdminRoute } from '../../src/serve/admin/route.ts';
import { adminRoutes } from '../../src/serve/admin/routes.ts';
import type { Context } from '../../src/serve/context.ts';
import { answersAsDocumented } from './answers-as-documented.ts';
import { sampleContext } from './sample-context.ts';

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  readonly json: any;
}

export interface Setup {
  readonly options?: Partial<DashboardOptions<Context>>;
  readonly context?: Partial<Context>;
  /** Of the client, as the platform sees it. */
  readonly remoteAddress?: string;
}

/** A dashboard that listens. `asked`: what its routes were asked to change. */
export const openDashboard = async (setup: Setup = {}) => {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const { context: whole, saved } = await sampleContext(onError);
  const context: Context = { ...whole, ...setup.context };
  const { bus } = context;
  const { journal } = whole.recorder;
  const asked: unknown[] = [];
  const dashboard = createDashboard({
    routes: adminRoutes.map((route) => noting(route, asked)),
    context,
    listen: bus.listen,
    lastSeq: () => journal.bounds().lastSeq,
    ...{ version: '1.2.3', baseUrl: context.baseUrl, admin: { hosts: [] } },
    onAnswer: answersAsDocumented,
    onError,
    ...setup.options,
  });
  // A test may hold the process for longer than Node keeps a connection.
  const server = createServer({ keepAliveTimeout: 65_000 }, appFor(dashboard.router, setup));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = askAt(port);
  return {
    ...{ context, asked, saved, journal, errors, port, server, dashboard, ask },
    hasHearers: bus.hasListeners,
    tell: bus.publish,
    /** Sends JSON, as the dashboard's page does. */
    send: (method: string, path: string, value?: unknown): Promise<Answered> =>
      ask(`/__admin${path}`, {
        method,
        ...(value === undefined ? {} : { headers: jsonType, body: JSON.stringify(value) }),
      }),
    get: (path: string): Promise<Answered> => ask(`/__admin${path}`),
    close: async () => {
      dashboard.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await whole.close();
      await whole.recorder.close();
    },
  };
};

/** The route, which notes what it is asked to change. */
const noting = (route: AdminRoute, asked: unknown[]): AdminRoute => {
  const { act, method, name } = route;
  if (act === undefined || method === 'get') return route;
  return {
    ...route,
    act: (call) => {
      asked.push([name, call.body]);
      return act(call);
    },
  };
};

export type OpenDashboard = Awaited<ReturnType<typeof openDashboard>>;

export const jsonType = { 'content-type': 'application/json' } as const;

/** As createPlatform makes it. */
const appFor = (router: Router, { remoteAddress }: Setup) => {
  const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
  if (remoteAddress !== undefined) {
    app.use((request, _response, next) => {
      Object.defineProperty(request.socket, 'remoteAddress', { value: remoteAddress });
      next();
    });
  }
  return app.use(router);
};

const askAt =
  (port: number) =>
  (path: string, asking: Asking = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers = {}, body } = asking;
      const sending = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          const { statusCode: status = 0, headers: given } = response;
          resolve({ status, headers: given, bytes, text, json: jsonOf(text) });
        });
      });
      sending.on('error', reject).end(body);
    });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
