import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import type { ServerOptions } from '../../src/serve/server-options.ts';
import { systemClock } from '../../src/world/clock.ts';
import { createDice } from '../../src/world/dice.ts';

const [agent] = defaultConfiguration.agents;
if (agent === undefined) throw new Error('The default configuration has no agent.');

/** A server on a free port that keeps nothing and starts no runs. An error fails the test. */
export const serverOptions = (more: Partial<ServerOptions> = {}): ServerOptions => ({
  ...{ host: '127.0.0.1', port: 0, journalFile: ':memory:', allowPublicTarget: false },
  ...{ configuration: defaultConfiguration, games: [], clock: systemClock },
  ...{ agent, otherToken: 'other-token', dice: createDice('serve') },
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
