import type { AgentConfiguration, Configuration } from '../formats/configuration.ts';
import { createServedAgents, type ServedAgents, servedBounds } from '../serve/served-agents.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { OpenExampleAgent } from './example-agent.ts';
import type { Settings } from './resolve-settings.ts';

/** The settings of a platform while it serves: the file may be read again, a manager may change agents. */
export interface ServedSettings {
  /** As serve was started. */
  readonly started: Settings;
  readonly agents: ServedAgents;
  /** For who asks now; a WalletproofError where the agent has no token any more. */
  now(): Settings;
  /** The same with ids of its own: for a run. */
  ofRun(): Settings;
  /** How callbacks are delivered from now on. */
  callbacks(): Configuration['callbacks'];
  /** Callbacks go to the example agent, which runs by now. */
  use(example: Pick<OpenExampleAgent, 'callbackUrl' | 'settings'>): void;
  /** What the file, flags and environment say by now. Gives back what has changed. */
  take(fresh: Settings): SettingsChange;
}

/** What came of reading the configuration again, as words of a sentence. */
export interface SettingsChange {
  readonly applied: readonly string[];
  /** Changed in the file since the start, and only read then. */
  readonly needsRestart: readonly string[];
}

/** Holds them. Nothing that is under way is disturbed: each takes what it needs when it begins. */
export const createServedSettings = (started: Settings): ServedSettings => {
  let settings = started;
  let example: Parameters<ServedSettings['use']>[0] | undefined;
  let runs = 0;
  const agentsNow = () => withAgentOf(settings, example?.callbackUrl ?? settings.callbackUrl);
  const ownSecret = started.configuration.admin.token;
  const agents = createServedAgents(agentsNow(), { ...servedBounds, ownSecret });
  const now = (): Settings => {
    const { id } = settings.agent;
    const agent = withToken(agents.now.get(id), id);
    const { hooks } = (example?.settings ?? settings).configuration;
    return {
      ...settings,
      agent,
      configuration: { ...settings.configuration, hooks, callbacks: callbacksOf(settings) },
      callbackUrl: agent.callbackUrl,
      // Those of the settings speak the language of the flag.
      players: agents.changesOf(id).includes('players') ? agent.players : settings.players,
    };
  };
  return {
    started,
    agents,
    now,
    ofRun: () => {
      runs += 1;
      const current = now();
      return { ...current, nonce: `${current.nonce}${runs.toString(36)}` };
    },
    callbacks: () => callbacksOf(settings),
    use: (opened) => {
      example = opened;
      agents.configure(agentsNow());
    },
    take: (fresh) => {
      const next = withWhatStays(fresh, settings);
      const change = changeOf(settings, next, { fresh, started });
      settings = next;
      agents.configure(agentsNow());
      return change;
    },
  };
};

/** The agents of the configuration, the one that serve is for first, as flags and environment say. */
const withAgentOf = (
  { configuration, agent }: Settings,
  callbackUrl: string | undefined,
): readonly AgentConfiguration[] => {
  const others = configuration.agents.filter(({ id }) => id !== agent.id);
  return [{ ...agent, callbackUrl }, ...others];
};

const callbacksOf = ({ configuration, timeoutMs }: Settings): Configuration['callbacks'] => ({
  ...configuration.callbacks,
  timeout: `${timeoutMs}ms`,
});

const withToken = (agent: AgentConfiguration | undefined, id: number): Settings['agent'] => {
  const token = agent?.token;
  if (agent !== undefined && token !== undefined) return { ...agent, token };
  throw new WalletproofError(
    'usage',
    `Agent ${id} has no token, so that no callback to it can be signed.`,
    `Give it one: walletproof agents token ${id}.`,
  );
};

/** Of the file only what can change while the platform serves; and the agent that it serves stays. */
const withWhatStays = (fresh: Settings, before: Settings): Settings => {
  const { quirks, journal, admin, hosts, currencyScales } = before.configuration;
  const configuration = { ...fresh.configuration, quirks, journal, admin, hosts, currencyScales };
  const { ca, seed, nonce, otherToken, sessions } = before;
  const stays = { configuration, ca, seed, nonce, otherToken, sessions };
  if (hasAgent(fresh) || !hasAgent(before)) return { ...fresh, ...stays };
  const { agent, callbackUrl, players } = before;
  return { ...fresh, ...stays, agent, callbackUrl, players };
};

const hasAgent = ({ configuration, agent }: Settings): boolean =>
  configuration.agents.some(({ id }) => id === agent.id);

interface ReadAndStarted {
  readonly fresh: Settings;
  readonly started: Settings;
}

const changeOf = (before: Settings, next: Settings, { fresh, started }: ReadAndStarted): SettingsChange => ({
  applied: [
    ...agentChanges(withAgentOf(before, before.callbackUrl), withAgentOf(next, next.callbackUrl)),
    ...differing(callbacksOf(before), callbacksOf(next), ['timeout', 'delivery']).map((key) => `callbacks.${key}`),
    ...differing(before.configuration, next.configuration, ['hooks']),
  ],
  needsRestart: [
    ...differing(fresh.configuration, started.configuration, atStart),
    ...(fresh.ca === started.ca ? [] : ['ca']),
    ...(hasAgent(fresh) || !hasAgent(started) ? [] : [`agent ${started.agent.id}, which is served`]),
  ],
});

/** Keys of the configuration that are read at the start alone. */
const atStart = ['quirks', 'journal', 'admin', 'hosts', 'currencyScales'] as const;

const agentChanges = (before: readonly AgentConfiguration[], next: readonly AgentConfiguration[]): string[] => {
  const gone = before.filter(({ id }) => next.every((agent) => agent.id !== id));
  const told = next.flatMap((agent) => {
    const was = before.find(({ id }) => id === agent.id);
    if (was === undefined) return [`agent ${agent.id} (new)`];
    const keys = differing(was, agent, agentKeys);
    return keys.length === 0 ? [] : [`agent ${agent.id} (${keys.join(', ')})`];
  });
  return [...told, ...gone.map(({ id }) => `agent ${id} (gone)`)];
};

const agentKeys = [...(['token', 'callbackUrl', 'dialect', 'unavailableGames', 'players', 'keepsData'] as const)];

const differing = <T extends object, K extends keyof T & string>(one: T, other: T, keys: readonly K[]): K[] =>
  keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
