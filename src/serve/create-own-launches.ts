import type { FaultBoard } from '../faults/create-fault-board.ts';
import { deviationOf } from '../faults/deviation-of.ts';
import type { OperationDeviation } from '../faults/operation-deviation.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import type { OperationName } from '../spec/operation.ts';
import type { LaunchPlatform } from './open-launch-platform.ts';

export interface OwnLaunchesOptions {
  readonly baseUrl: () => string;
  readonly faults: Pick<FaultBoard, 'takeOperation'>;
}

/** Runs that are started here make the agent launch games here: on the platform that serves. */
export interface OwnLaunches {
  readonly platform: LaunchPlatform;
  /** Shows an operation to the run that watches. */
  readonly show: RecordExchange;
  /** How a right request is answered: as the run wants it, else as the faults that are on. */
  readonly operationFault: (name: OperationName) => OperationDeviation | undefined;
}

/** The platform that serves, as a run sees it. */
export const createOwnLaunches = ({ baseUrl, faults }: OwnLaunchesOptions): OwnLaunches => {
  const watchers = new Set<RecordExchange>();
  let wanted: OperationDeviation | undefined;
  return {
    platform: {
      get url() {
        return baseUrl();
      },
      watch: (record) => {
        watchers.add(record);
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
    show: (exchange) => {
      for (const record of watchers) record(exchange);
    },
    operationFault: (name) =>
      (name === 'get_game_link' ? wanted : undefined) ?? faults.takeOperation(name),
  };
};
