import type { Express } from 'express';
import { createDashboard } from '../../api/create-dashboard.ts';
import type { Recorder } from '../open-recorder.ts';
import type { StageOptions } from '../stage-options.ts';
import { backstageOf } from './backstage-of.ts';
import { furnishHouse } from './house.ts';
import { openServedGames } from './open-served-games.ts';
import { openServedLines } from './open-served-lines.ts';
import { openServedPlatform } from './open-served-platform.ts';
import { openServedScenarios } from './open-served-scenarios.ts';
import { portsOf } from './ports-of.ts';

/** Platform, games and dashboard on one app, all recording to the same journal. */
export interface WiredStage {
  readonly app: Express;
  /** Ends deliveries, runs and event streams. */
  close(): Promise<void>;
}

/** Wires them. `baseUrl` is known once the server listens. */
export const wireStage = async (
  options: StageOptions,
  recorder: Recorder,
  baseUrl: () => string,
): Promise<WiredStage> => {
  const house = furnishHouse(options, recorder, baseUrl);
  const platform = openServedPlatform(house);
  const lines = openServedLines(house);
  const scenarios = openServedScenarios(house);
  const runs = await options.openRuns(backstageOf(house, scenarios, lines));
  const dashboard = createDashboard({
    ports: portsOf(house, { platform, lines, scenarios, runs }),
    version: options.about.version,
    startedAt: options.clock.now(),
    admin: options.configuration.admin,
    secrets: recorder.secrets,
    onError: options.onError,
  });
  platform.app.use(openServedGames(house, platform, lines), dashboard.router);
  return {
    app: platform.app,
    close: async () => {
      house.closing.abort();
      house.tail.close();
      dashboard.close();
      await runs.close();
      await lines.close();
    },
  };
};
