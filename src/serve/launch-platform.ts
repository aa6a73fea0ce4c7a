import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { PlatformClock } from '../base/platform-clock.ts';
import type { AgentConfiguration, Configuration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Platform } from '../platform/create-platform.ts';
import { openFrontDoor } from '../platform/front-door.ts';
import type { Exchange, ExchangeRun, RecordExchange } from '../spec/exchange.ts';
import type { PlatformFault } from '../spec/fault.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import { deviationOf, type FaultBoard, type OperationDeviation } from '../wire/faults.ts';
import { type Address, listen, openableUrl } from './listen.ts';

/** Where a platform listens, and where others reach it if not there. */
export interface PlatformAddress extends Address {
  readonly publicUrl?: string | undefined;
}

interface LaunchPlatformOptions extends PlatformAddress {
  readonly agents: readonly AgentConfiguration[];
  readonly games: () => Promise<readonly Game[]>;
  readonly quirks: Quirks;
  /** What decides under which Host a request is answered. */
  readonly hosts: Pick<Configuration, 'hosts' | 'admin'>;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Told what went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
}

/** A platform that answers the agent's requests during a run, and nothing else. */
export interface LaunchPlatform {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  /**
   * From now on every operation goes there too, at the platform's time, and is taken for one that `run`
   * made the agent send; the function given back ends that.
   */
  watch(record: RecordExchange, run?: ExchangeRun): () => void;
  /** From now on get_game_link is answered so; rightly when undefined. */
  setFault(fault: PlatformFault | undefined): void;
  /** Its time; absent where it serves others besides the run. */
  readonly clock?: PlatformClock;
  close(): Promise<void>;
}

/** Listens at once. The platform itself is loaded with the first request: most runs make none. */
export const openLaunchPlatform = async (options: LaunchPlatformOptions): Promise<LaunchPlatform> => {
  const watchers = new Set<RecordExchange>();
  const clock = new PlatformClock({ base: options.clock });
  let fault: OperationDeviation | undefined;
  let url = '';
  let loading: Promise<LoadedPlatform> | undefined;
  const load = (): Promise<LoadedPlatform> => {
    loading ??= loadPlatform(
      { ...options, clock },
      {
        baseUrl: () => url,
        operationFault: (name) => (name === 'get_game_link' ? fault : undefined),
        record: (exchange) => {
          for (const record of watchers) record(exchange);
        },
      },
    );
    return loading;
  };
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    void load().then(({ answer }) => answer(request, response), options.onError);
  });
  openLater(server, load, options.onError);
  const listening = await listen(server, options);
  url = options.publicUrl ?? openableUrl(listening);
  return {
    url,
    clock,
    watch: (record) => {
      watchers.add(record);
      return () => watchers.delete(record);
    },
    setFault: (next) => {
      fault = next === undefined ? undefined : deviationOf(next);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

type LoadedPlatform = Pick<Platform, 'answer' | 'door'>;

/** What cannot be read waits for the platform, too. */
const openLater = (server: Server, load: () => Promise<LoadedPlatform>, onError: (error: unknown) => void): void => {
  let opening: Promise<void> | undefined;
  const open = async (): Promise<void> => {
    const { door } = await load();
    server.off('clientError', wait);
    openFrontDoor(server, door);
  };
  const wait = (error: Error, socket: Duplex): void => {
    opening ??= open();
    void opening.then(() => server.emit('clientError', error, socket), onError);
  };
  server.on('clientError', wait);
};

interface Wiring {
  readonly baseUrl: () => string;
  readonly operationFault: (name: OperationName, agentId?: number) => OperationDeviation | undefined;
  readonly record: RecordExchange;
}

const loadPlatform = async (
  { agents, games, quirks, hosts, clock, dice, onError }: LaunchPlatformOptions,
  wiring: Wiring,
): Promise<LoadedPlatform> => {
  const { createPlatform } = await import('../platform/create-platform.ts');
  const { createHostCheck } = await import('../platform/host-check.ts');
  return createPlatform({
    agents,
    games: await games(),
    quirks,
    allowsHost: createHostCheck(hosts, wiring.baseUrl),
    clock,
    dice,
    onError,
    ...wiring,
  });
};

interface OwnLaunchesOptions {
  readonly baseUrl: () => string;
  readonly faults: Pick<FaultBoard, 'takeOperation'>;
}

/** Runs that are started here make the agent launch games here: on the platform that serves. */
export interface OwnLaunches {
  readonly platform: LaunchPlatform;
  /** An operation as it is kept: that of a run which waits for it says so. */
  readonly mark: (exchange: Exchange) => Exchange;
  /** Shows an operation to the run that watches. */
  readonly show: RecordExchange;
  /** How a right request is answered: as the run wants it, else as the faults that are on. */
  readonly operationFault: (name: OperationName, agentId?: number) => OperationDeviation | undefined;
}

/** The platform that serves, as a run sees it. */
export const createOwnLaunches = ({ baseUrl, faults }: OwnLaunchesOptions): OwnLaunches => {
  const watchers = new Map<RecordExchange, ExchangeRun | undefined>();
  let wanted: OperationDeviation | undefined;
  return {
    platform: {
      get url() {
        return baseUrl();
      },
      watch: (record, run) => {
        watchers.set(record, run);
        return () => watchers.delete(record);
      },
      setFault: (fault) => {
        wanted = fault === undefined ? undefined : deviationOf(fault);
      },
      // It serves on when the run is over, rightly.
      close: async () => {
        wanted = undefined;
      },
    },
    mark: (exchange) => {
      const run = [...watchers.values()].find((each) => each !== undefined);
      return run === undefined ? exchange : { ...exchange, origin: 'run', run };
    },
    show: (exchange) => {
      for (const record of watchers.keys()) record(exchange);
    },
    operationFault: (name, agentId) =>
      (name === 'get_game_link' ? wanted : undefined) ?? faults.takeOperation(name, agentId),
  };
};
