import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Game } from '../formats/games.ts';
import type { Journal } from '../journal/journal.ts';
import { createHttpServer } from '../platform/create-platform.ts';
import { listen, openableUrl } from './listen.ts';
import { openRecorder, type Recorder } from './open-recorder.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServedCore } from './wire-core.ts';
import { wireServer } from './wire-server.ts';

/** The platform, wired and listening. */
export interface PlatformServer {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  readonly journal: Journal;
  /** The platform has these games from now on; whether they are others than before. */
  replaceGames(games: readonly Game[]): boolean;
  /** What it is made of, for who serves and watches in one process. */
  readonly core: ServedCore;
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
  const wired = await wireServer(options, recorder, () => baseUrl);
  const { app, door, answer } = wired.core.platform;
  const server = createHttpServer(
    { app, door, answer: holdBack(answer, options.agentIsUp) },
    { bodyLimit: options.configuration.quirks.bodyLimit, tls: options.tls },
  );
  try {
    url = await listen(server, options);
    baseUrl = options.publicUrl ?? openableUrl(url);
  } catch (error) {
    await wired.close();
    throw error;
  }
  return {
    url,
    journal: recorder.journal,
    replaceGames: wired.replaceGames,
    core: wired.core,
    reset: wired.ports.reset,
    unref: () => {
      server.unref();
      server.on('connection', (socket) => socket.unref());
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await wired.core.platform.explainer?.settled();
      await wired.close();
      server.closeAllConnections();
      await closed;
      await recorder.close();
    },
  };
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
