import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { deviationOf } from '../faults/deviation-of.ts';
import type { OperationDeviation } from '../faults/operation-deviation.ts';
import type { AgentConfiguration } from '../spec/configuration.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import type { Game } from '../spec/game.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { PlatformFault } from '../spec/scenario.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import type { Address } from './listen.ts';
import { listen } from './listen.ts';

export interface LaunchPlatformOptions extends Address {
  readonly agents: readonly AgentConfiguration[];
  readonly games: () => Promise<readonly Game[]>;
  readonly quirks: Quirks;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Told what went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
}

/** A platform that answers the agent's requests during a run, and nothing else. */
export interface LaunchPlatform {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  /** From now on every operation goes there too; the function given back ends that. */
  watch(record: RecordExchange): () => void;
  /** From now on get_game_link is answered so; rightly when undefined. */
  setFault(fault: PlatformFault | undefined): void;
  close(): Promise<void>;
}

/** Listens at once. The platform itself is loaded with the first request: most runs make none. */
export const openLaunchPlatform = async (
  options: LaunchPlatformOptions,
): Promise<LaunchPlatform> => {
  const watchers = new Set<RecordExchange>();
  let fault: OperationDeviation | undefined;
  let url = '';
  let loading: Promise<Answering> | undefined;
  const server = createServer((request, response) => {
    loading ??= loadPlatform(options, {
      baseUrl: () => url,
      operationFault: (name) => (name === 'get_game_link' ? fault : undefined),
      record: (exchange) => {
        for (const record of watchers) record(exchange);
      },
    });
    void loading.then((answer) => answer(request, response), options.onError);
  });
  url = await listen(server, options);
  return {
    url,
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

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

interface Wiring {
  readonly baseUrl: () => string;
  readonly operationFault: (name: OperationName) => OperationDeviation | undefined;
  readonly record: RecordExchange;
}

const loadPlatform = async (
  { agents, games, quirks, clock, dice, onError }: LaunchPlatformOptions,
  wiring: Wiring,
): Promise<Answering> => {
  const { createPlatform } = await import('../platform/create-platform.ts');
  const { app } = createPlatform({
    ...{ agents, quirks, clock, dice, onError, ...wiring },
    games: await games(),
  });
  return app;
};
