import type { Configuration } from '../contract/configuration.ts';
import type { Exchange, RecordExchange } from '../contract/exchange.ts';
import type { Game } from '../contract/game.ts';
import { createAdmin } from '../dashboard/create-admin.ts';
import { createGames } from '../games/create-games.ts';
import type { Journal } from '../journal/open-journal.ts';
import { createHttpServer } from '../platform/create-http-server.ts';
import { createPlatform } from '../platform/create-platform.ts';
import type { Explaining } from '../platform/platform-state.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/create-dice.ts';
import { createSendCallback } from './create-send-callback.ts';
import type { Address } from './listen.ts';
import { listen } from './listen.ts';
import type { Recorder } from './open-recorder.ts';
import { openRecorder } from './open-recorder.ts';

export interface StageOptions extends Address {
  readonly configuration: Configuration;
  readonly games: readonly Game[];
  readonly journalFile: string;
  readonly allowPublicTarget: boolean;
  /** `in-answer`: the reason of a refused signature stands in the message of the answer, too. */
  readonly explain?: Explaining | undefined;
  readonly version: string;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Sees every exchange, after its answer. */
  readonly watch: (exchange: Exchange) => void;
  /** Told what went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
}

/** The platform, wired and listening. */
export interface Stage {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  readonly journal: Journal;
  close(): Promise<void>;
}

/** Opens everything that `serve` is. */
export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { configuration, onError } = options;
  const recorder = openRecorder({
    file: options.journalFile,
    writing: 'thread',
    maxExchanges: configuration.journal.maxExchanges,
    secrets: configuration.agents.flatMap(({ token }) => (token === undefined ? [] : [token])),
    onError,
  });
  let url = '';
  const { app, closeCallbacks } = wire(options, recorder, () => url);
  const server = createHttpServer(app);
  url = await listen(server, options);
  return {
    url,
    journal: recorder.journal,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      closeCallbacks();
      await closed;
      recorder.close();
    },
  };
};

/** Platform, games and admin API on one app, all recording to the same journal. */
const wire = (options: StageOptions, recorder: Recorder, baseUrl: () => string) => {
  const { configuration, games, clock, dice, onError, watch } = options;
  const { agents, quirks } = configuration;
  const recording =
    (record: RecordExchange): RecordExchange =>
    (exchange) => {
      record(exchange);
      watch(exchange);
    };
  const platform = createPlatform({
    ...{ agents, games, quirks, clock, dice, baseUrl, onError },
    explain: options.explain ?? 'afterwards',
    record: recording(recorder.record),
  });
  const callbacks = createSendCallback({
    ...options,
    record: recording(recorder.record),
    dice: dice.fork('courier'),
  });
  const admin = createAdmin({
    version: options.version,
    startedAt: clock.now(),
    exchangeCount: recorder.journal.count,
  });
  const gamesDice = dice.fork('games');
  platform.app.use(
    createGames({ platform, sendCallback: callbacks.send, dice: gamesDice, onError }),
    admin,
  );
  return { app: platform.app, closeCallbacks: callbacks.close };
};
