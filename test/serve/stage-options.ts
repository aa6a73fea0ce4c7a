import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import type { StageOptions } from '../../src/serve/serve-options.ts';
import { systemClock } from '../../src/world/clock.ts';
import { createDice } from '../../src/world/dice.ts';

const [agent] = defaultConfiguration.agents;
if (agent === undefined) throw new Error('The default configuration has no agent.');

/** A stage on a free port that keeps nothing and starts no runs. An error fails the test. */
export const stageOptions = (more: Partial<StageOptions> = {}): StageOptions => ({
  ...{ host: '127.0.0.1', port: 0, journalFile: ':memory:', allowPublicTarget: false },
  ...{ configuration: defaultConfiguration, games: [], clock: systemClock },
  ...{ agent, otherToken: 'other-token', dice: createDice('stage') },
  about: { version: '1', seed: 7 },
  callbackUrl: () => undefined,
  suite: async () => [],
  scenariosFolder: 'no-such-folder',
  openRuns: async () => ({
    list: () => [],
    start: () => Promise.reject(new Error('no runs here')),
    one: async () => undefined,
    report: async () => undefined,
    compare: async () => undefined,
    interrupt: () => false,
    close: async () => undefined,
  }),
  watch: () => undefined,
  judgeOperation: () => undefined,
  onError: (error) => {
    throw error;
  },
  ...more,
});
