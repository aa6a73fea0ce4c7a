import type { Journal } from '../journal/open-journal.ts';
import { createHttpServer } from '../platform/create-platform.ts';
import { listen } from './listen.ts';
import type { Recorder } from './open-recorder.ts';
import { openRecorder } from './open-recorder.ts';
import type { ServerOptions } from './server-options.ts';
import { wireServer } from './wire-server.ts';

/** The platform, wired and listening. */
export interface PlatformServer {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  readonly journal: Journal;
  close(): Promise<void>;
}

/** Opens everything that `serve` is. */
export const openServer = async (options: ServerOptions): Promise<PlatformServer> => {
  const { configuration, onError } = options;
  const recorder = openRecorder({
    file: options.journalFile,
    writing: 'thread',
    keeping: 'state',
    maxExchanges: configuration.journal.maxExchanges,
    secrets: configuration.agents.flatMap(({ token }) => (token === undefined ? [] : [token])),
    onError,
  });
  try {
    return await openOn(recorder, options);
  } catch (error) {
    recorder.close();
    throw error;
  }
};

const openOn = async (recorder: Recorder, options: ServerOptions): Promise<PlatformServer> => {
  let url = '';
  const wired = await wireServer(options, recorder, () => url);
  const server = createHttpServer(wired.app, options.configuration.quirks);
  try {
    url = await listen(server, options);
  } catch (error) {
    await wired.close();
    throw error;
  }
  return {
    url,
    journal: recorder.journal,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await wired.close();
      server.closeAllConnections();
      await closed;
      recorder.close();
    },
  };
};
