import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Game } from '../formats/games.ts';
import type { Journal } from '../journal/journal.ts';
import { createHttpServer } from '../platform/create-platform.ts';
import { refuseHosts } from '../platform/host-check.ts';
import { beginAnew, type Context, listenTo, openContext } from './context.ts';
import { createLateDashboard } from './late-dashboard.ts';
import { listen, openableUrl } from './listen.ts';
import { openRecorder, type Recorder } from './open-recorder.ts';
import type { ServerOptions } from './server-options.ts';

/** The platform, wired and listening. */
export interface PlatformServer {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  readonly journal: Journal;
  /** The platform has these games from now on; whether they are others than before. */
  replaceGames(games: readonly Game[]): boolean;
  /** What it is made of, for who serves and watches in one process. */
  readonly context: Context;
  /** Faults, clock, sessions, packs and accounts as at the start; the journal is kept. */
  reset(): void;
  /** Keeps no process alive from now on: a test that forgets to close it ends all the same. */
  unref(): void;
  close(): Promise<void>;
}

/** Opens everything that `serve` is. */
export const openServer = async (options: ServerOptions): Promise<PlatformServer> => {
  const { configuration, onError } = options;
  const recorder = await openRecorder({
    file: options.journalFile,
    keeping: 'state',
    withoutDriver: 'memory',
    ...configuration.journal,
    secrets: options.agents.secrets,
    onError,
  });
  try {
    return await openOn(recorder, options);
  } catch (error) {
    await recorder.close();
    throw error;
  }
};

const openOn = async (recorder: Recorder, options: ServerOptions): Promise<PlatformServer> => {
  let url = '';
  // Each link is made with it.
  let baseUrl = '';
  const context = await openContext(options, recorder, () => baseUrl);
  const { platform } = context;
  const { close } = mountPages(context);
  const server = createHttpServer(
    { ...platform, answer: holdBack(platform.answer, options.agentIsUp) },
    { bodyLimit: options.configuration.quirks.bodyLimit, tls: options.tls },
  );
  try {
    url = await listen(server, options);
    baseUrl = options.publicUrl ?? openableUrl(url);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    journal: recorder.journal,
    replaceGames: (games) => replaceGames(context, games),
    context,
    reset: () => beginAnew(context),
    unref: () => {
      server.unref();
      server.on('connection', (socket) => socket.unref());
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await platform.explainer?.settled();
      await close();
      server.closeAllConnections();
      await closed;
      await recorder.close();
    },
  };
};

/** Has the app of the platform answer for the pages of games and for the dashboard, until the context is closed. */
export const mountPages = (context: Context): Pick<Context, 'close'> => {
  const { options, baseUrl, recorder, platform, games } = context;
  const { about, clock, configuration, memory, onAnswer, onError } = options;
  const dashboard = createLateDashboard({
    context,
    listen: (hear) => listenTo(context, hear),
    lastSeq: () => context.journal.bounds().lastSeq,
    baseUrl,
    version: about.version,
    now: clock.now,
    admin: configuration.admin,
    secrets: recorder.secrets,
    onAnswer,
    onError,
    // The pages say in which dialect agents are called.
    ready: async () => await memory?.ready(),
  });
  platform.app.use(['/play', '/demo'], refuseHosts(platform.allowsHost));
  platform.app.use(games.router, dashboard.router);
  return {
    close: async () => {
      dashboard.close();
      await context.close();
    },
  };
};

const replaceGames = ({ platform: { catalogue }, bus }: Context, games: readonly Game[]): boolean => {
  if (JSON.stringify(catalogue.games()) === JSON.stringify(games)) return false;
  catalogue.replace(games);
  bus.publish({ kind: 'agents' });
  return true;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests wait before they are read until the agent is up that is started beside the server. */
export const holdBack =
  (answer: Answer, agentIsUp: ServerOptions['agentIsUp']): Answer =>
  (request, response) => {
    const untilUp = agentIsUp?.();
    if (untilUp === undefined) answer(request, response);
    else void untilUp.then(() => answer(request, response));
  };
