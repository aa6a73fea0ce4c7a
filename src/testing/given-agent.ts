import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../base/clock.ts';
import type { LaunchAnswer } from '../judge/requests/judge-launches.ts';
import type { RunHooks } from '../run/run-context.ts';
import type { LaunchRequest } from '../run/session-book.ts';
import { watchLaunch } from '../run/watch-launch.ts';
import type { PlatformServer } from '../serve/open-server.ts';
import {
  type App,
  type AppFactory,
  type AppModule,
  type LaunchFunction,
  type PlatformHooks,
  usage,
} from './options.ts';

/** An app that answers on a loopback port of its own. */
export interface HostedApp {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Puts the app on a free port of 127.0.0.1; a WalletproofError where it is none. */
export const hostApp = async (given: App | AppFactory, platformUrl: string): Promise<HostedApp> => {
  const app = appIn(isFactory(given) ? await given({ platformUrl }) : given);
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

const isFactory = (given: App | AppFactory): given is AppFactory => typeof given === 'function' && given.length < 2;

/** The app itself, or that of a module: import() of CommonJS wraps it once more. */
const appIn = (given: unknown): App => {
  const { app, default: exported } = membersOf(given);
  const inner = membersOf(exported);
  const found = [given, app, exported, inner.app, inner.default].find(isApp);
  if (found === undefined) {
    throw usage(
      'agent.app is no application: it gave neither a (req, res) listener nor an http.Server.',
      'Give an Express app, app.callback() of Koa, a (req, res) listener, an http.Server, or a function that imports a module with one as its default export or as `app`.',
    );
  }
  if (found instanceof Server && found.listening) {
    throw usage(
      'agent.app is a server that listens already.',
      'Give its callback URL as agent.url, or a server that does not listen yet.',
    );
  }
  return found;
};

const membersOf = (given: unknown): AppModule => (typeof given === 'object' && given !== null ? given : {});

const isApp = (value: unknown): value is App =>
  value instanceof Server || (typeof value === 'function' && value.length >= 2);

/** A platform of our own knows an agent that gives up at once. */
const watchMs = 40;

/** The hooks of a test as a run asks for them. */
export const runHooks = (
  { launch, restart }: PlatformHooks,
  { context }: PlatformServer,
  signal: AbortSignal,
): RunHooks => ({
  restart: restart && restartBy(restart),
  launch:
    launch &&
    watchLaunch({
      launch: launchBy(launch),
      platform: context.launches.platform,
      // What the platform shows is masked already, and recorded.
      mask: (exchange) => exchange,
      record: () => undefined,
      clock: systemClock,
      signal,
      watchMs,
    }),
});

/** What stood in the way of a restart, if anything. */
const restartBy = (restart: () => unknown) => async (): Promise<string | undefined> => {
  try {
    await restart();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/** What the agent answered to a launch, as one of a scenario is judged. */
const launchBy =
  (launch: LaunchFunction) =>
  async ({ player, username, gameId, currency }: LaunchRequest): Promise<LaunchAnswer> => {
    const { id: playerId, language } = player;
    try {
      return await answerOf(await launch({ playerId, playerUsername: username, currency, gameId, language }));
    } catch (error) {
      return { kind: 'answered', status: 500, body: messageOf(error) };
    }
  };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const answerOf = async (given: unknown): Promise<LaunchAnswer> => {
  if (given instanceof Response) {
    const location = given.headers.get('location') ?? undefined;
    return { kind: 'answered', status: given.status, body: await given.text(), location };
  }
  if (typeof given === 'object' && given !== null && 'status' in given) {
    const { status, body, location } = given as { status: unknown; body?: unknown; location?: string };
    return { kind: 'answered', status: Number(status), body: textOf(body), location };
  }
  return { kind: 'answered', status: 200, body: textOf(given) };
};

const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
