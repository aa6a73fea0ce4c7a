import { createServer, type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WalletproofError } from '../spec/walletproof-error.ts';
import { usage } from './wrong-use.ts';

/** What an application is told before it is made. */
export interface AppSurroundings {
  /** Where the agent finds the platform: its base URL of /api/games/*. */
  readonly platformUrl: string;
}

/** What answers requests: an Express app, `app.callback()` of Koa, a listener, or a server that does not listen yet. */
export type App = RequestListener | Server;

/** A module with the app: as its default export, or as `app`. */
interface AppModule {
  readonly default?: unknown;
  readonly app?: unknown;
}

/** Makes the app once the platform listens. It takes one parameter at most: a listener takes two. */
export type AppFactory = (surroundings: AppSurroundings) => App | AppModule | Promise<unknown>;

/** An app that answers on a loopback port of its own. */
export interface HostedApp {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Puts the app on a free port of 127.0.0.1; a WalletproofError where it is none. */
export const hostApp = async (given: App | AppFactory, surroundings: AppSurroundings): Promise<HostedApp> => {
  const app = await madeApp(given, surroundings);
  const server = app instanceof Server ? app : createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A test that forgets to close the platform ends all the same.
  server.unref().on('connection', (socket) => socket.unref());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

const madeApp = async (given: App | AppFactory, surroundings: AppSurroundings): Promise<App> => {
  if (!isFactory(given)) return checked(appIn(given));
  return checked(appIn(await given(surroundings)));
};

const isFactory = (given: App | AppFactory): given is AppFactory => typeof given === 'function' && given.length < 2;

/** The app itself, or that of a module: import() of CommonJS wraps it once more. */
const appIn = (given: unknown): App | undefined => {
  if (isApp(given)) return given;
  if (typeof given !== 'object' || given === null) return undefined;
  const { default: exported, app } = given as AppModule;
  return [app, exported, (exported as AppModule | undefined)?.app].find(isApp) ?? inner(exported);
};

const inner = (exported: unknown): App | undefined => {
  const wrapped = (exported as AppModule | undefined)?.default;
  return isApp(wrapped) ? wrapped : undefined;
};

const isApp = (value: unknown): value is App =>
  value instanceof Server || (typeof value === 'function' && value.length >= 2);

const checked = (app: App | undefined): App => {
  if (app === undefined) throw noApp();
  if (app instanceof Server && app.listening) throw listensAlready();
  return app;
};

const noApp = (): WalletproofError =>
  usage(
    'agent.app is no application: it gave neither a (req, res) listener nor an http.Server.',
    'Give an Express app, app.callback() of Koa, a (req, res) listener, an http.Server, or a function that imports a module with one as its default export or as `app`.',
  );

const listensAlready = (): WalletproofError =>
  usage(
    'agent.app is a server that listens already.',
    'Give its callback URL as agent.url, or a server that does not listen yet.',
  );
