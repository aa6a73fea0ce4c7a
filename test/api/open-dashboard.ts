import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Router } from 'express';
import type { AdminPorts } from '../../src/api/create-admin-api.ts';
import { createDashboard, type DashboardOptions } from '../../src/api/create-dashboard.ts';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import { answersAsDocumented } from './answers-as-documented.ts';
import { samplePorts } from './sample-ports.ts';

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
  readonly options?: Partial<DashboardOptions>;
  readonly ports?: Partial<AdminPorts>;
  /** Of the client, as the platform sees it. */
  readonly remoteAddress?: string;
}

/** A dashboard that listens. */
export const openDashboard = async (setup: Setup = {}) => {
  const journal = openMemoryJournal({ maxExchanges: 1000, maxBytes: 1e9 });
  const sample = samplePorts(journal);
  const errors: unknown[] = [];
  const dashboard = createDashboard({
    ports: { ...sample.ports, ...setup.ports },
    ...{ version: '1.2.3', startedAt: 1_700_000_000_000, admin: { hosts: [] } },
    onAnswer: answersAsDocumented,
    onError: (error) => errors.push(error),
    ...setup.options,
  });
  // A test may hold the process for longer than Node keeps a connection.
  const server = createServer({ keepAliveTimeout: 65_000 }, appFor(dashboard.router, setup));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = askAt(port);
  return {
    ...{ ...sample, journal, errors, port, server, dashboard, ask },
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
      await journal.close();
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
