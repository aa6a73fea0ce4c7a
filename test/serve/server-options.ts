import { systemClock } from '../../src/base/clock.ts';
import { createDice } from '../../src/base/dice.ts';
import type { AgentConfiguration, Configuration } from '../../src/formats/configuration.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { createServedAgents } from '../../src/serve/served-agents.ts';
import type { ServerOptions } from '../../src/serve/server-options.ts';
import { answersAsDocumented } from '../api/answers-as-documented.ts';

const [agent] = defaultConfiguration.agents;
if (agent === undefined) throw new Error('The default configuration has no agent.');

export interface TestOptions extends Partial<ServerOptions> {
  /** Where the first agent is called. */
  readonly callbackUrl?: () => string | undefined;
  /** Instead of the first agent of the configuration. */
  readonly agent?: AgentConfiguration;
}

/** A server on a free port that keeps nothing and starts no runs. An error fails the test. */
export const serverOptions = ({ callbackUrl, agent: own, ...more }: TestOptions = {}): ServerOptions => {
  const { configuration = defaultConfiguration } = more;
  const first = own ?? configuration.agents[0] ?? agent;
  const others = configuration.agents.filter(({ id }) => id !== first.id);
  const agents = [{ ...first, callbackUrl: callbackUrl?.() }, ...others];
  return { ...plainOptions(configuration, agents), ...more };
};

let tokens = 0;

const plainOptions = (configuration: Configuration, agents: readonly AgentConfiguration[]): ServerOptions => ({
  ...{ host: '127.0.0.1', port: 0, journalFile: ':memory:', allowPublicTarget: false },
  ...{ configuration, games: [], clock: systemClock, dice: createDice('serve') },
  ...{ agents: createServedAgents(agents), callbacks: () => configuration.callbacks },
  ...{ agentId: agents[0]?.id ?? 0, otherToken: 'other-token' },
  newToken: () => {
    tokens += 1;
    return `fresh-token-${tokens}`;
  },
  about: { version: '1', seed: 7 },
  suite: async () => [],
  scenariosFolder: 'no-such-folder',
  openRuns: async () => ({
    list: () => [],
    start: () => Promise.reject(new Error('no runs here')),
    one: async () => undefined,
    view: async () => undefined,
    report: async () => undefined,
    compare: async () => undefined,
    interrupt: () => false,
    watch: { view: () => ({ state: 'off' }), begin: () => ({ state: 'on' }), end: () => false },
    close: async () => undefined,
  }),
  watch: () => undefined,
  judgeOperation: () => undefined,
  onAnswer: answersAsDocumented,
  onError: (error) => {
    throw error;
  },
});
