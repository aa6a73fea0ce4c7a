import { resolve } from 'node:path';
import { visibleLine } from '../base/visible-text.ts';
import type { AgentConfiguration, Configuration } from '../formats/configuration.ts';
import { createServedAgents, servedBounds } from '../serve/served-agents.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';
import type { OpenExampleAgent } from './example-agent.ts';
import { renderError } from './exit-code.ts';
import type { Settings } from './resolve-settings.ts';
import type { FilesToWatch, FileWatch } from './watch-files.ts';

/** The settings of a platform while it serves: the file may be read again, a manager may change agents. */
export type ServedSettings = ReturnType<typeof createServedSettings>;

/** What came of reading the configuration again, as words of a sentence. */
export interface SettingsChange {
  readonly applied: readonly string[];
  /** Changed in the file since the start, and only read then. */
  readonly needsRestart: readonly string[];
}

/** Holds them. Nothing that is under way is disturbed: each takes what it needs when it begins. */
export const createServedSettings = (started: Settings) => {
  let settings = started;
  let example: Pick<OpenExampleAgent, 'callbackUrl' | 'settings'> | undefined;
  let runs = 0;
  const agentsNow = () => withAgentOf(settings, example?.callbackUrl ?? settings.callbackUrl);
  const agents = createServedAgents(agentsNow(), { ...servedBounds, ownSecret: started.configuration.admin.token });
  /** For who asks now; a WalletproofError where the agent has no token any more. */
  const now = (): Settings => {
    const { id } = settings.agent;
    const agent = agents.now.get(id);
    const token = agent?.token;
    if (agent === undefined || token === undefined) {
      throw usageError(
        `Agent ${id} has no token, so that no callback to it can be signed.`,
        `Give it one: walletproof agents token ${id}.`,
      );
    }
    const { hooks } = (example?.settings ?? settings).configuration;
    return {
      ...settings,
      agent: { ...agent, token },
      configuration: { ...settings.configuration, hooks, callbacks: callbacksOf(settings) },
      callbackUrl: agent.callbackUrl,
      // Those of the settings speak the language of the flag.
      players: agents.changesOf(id).includes('players') ? agent.players : settings.players,
    };
  };
  return {
    /** As serve was started. */
    started,
    agents,
    now,
    /** The same with ids of its own: for a run. */
    ofRun: (): Settings => {
      runs += 1;
      const current = now();
      return { ...current, nonce: `${current.nonce}${runs.toString(36)}` };
    },
    /** How callbacks are delivered from now on. */
    callbacks: () => callbacksOf(settings),
    /** Callbacks go to the example agent, which runs by now. */
    use: (opened: Pick<OpenExampleAgent, 'callbackUrl' | 'settings'>): void => {
      example = opened;
      agents.configure(agentsNow());
    },
    /** What the file, flags and environment say by now. Gives back what has changed. */
    take: (fresh: Settings): SettingsChange => {
      const before = settings;
      settings = withWhatStays(fresh, before);
      agents.configure(agentsNow());
      return { applied: appliedOf(before, settings), needsRestart: unappliedOf(fresh, started) };
    },
  };
};

/** The agents of the configuration, the one that serve is for first, as flags and environment say. */
const withAgentOf = ({ configuration, agent }: Settings, callbackUrl: string | undefined): AgentConfiguration[] => [
  { ...agent, callbackUrl },
  ...configuration.agents.filter(({ id }) => id !== agent.id),
];

const callbacksOf = ({ configuration, timeoutMs }: Settings): Configuration['callbacks'] => ({
  ...configuration.callbacks,
  timeout: `${timeoutMs}ms`,
});

/** Keys of the configuration that are read at the start alone. */
const atStart = ['quirks', 'journal', 'admin', 'hosts', 'currencyScales'] as const;

/** Of the file only what can change while the platform serves; and the agent that it serves stays. */
const withWhatStays = (fresh: Settings, before: Settings): Settings => {
  const { quirks, journal, admin, hosts, currencyScales } = before.configuration;
  const configuration = { ...fresh.configuration, quirks, journal, admin, hosts, currencyScales };
  const { ca, seed, nonce, otherToken, sessions, agent, callbackUrl, players } = before;
  const isGone = !hasAgent(fresh) && hasAgent(before);
  return {
    ...{ ...fresh, configuration, ca, seed, nonce, otherToken, sessions },
    ...(isGone ? { agent, callbackUrl, players } : {}),
  };
};

const hasAgent = ({ configuration, agent }: Settings): boolean =>
  configuration.agents.some(({ id }) => id === agent.id);

const appliedOf = (before: Settings, now: Settings): string[] => [
  ...agentChanges(withAgentOf(before, before.callbackUrl), withAgentOf(now, now.callbackUrl)),
  ...differing(callbacksOf(before), callbacksOf(now), ['timeout', 'delivery']).map((key) => `callbacks.${key}`),
  ...differing(before.configuration, now.configuration, ['hooks']),
];

const unappliedOf = (fresh: Settings, started: Settings): string[] => [
  ...differing(fresh.configuration, started.configuration, atStart),
  ...differing(fresh, started, ['ca']),
  ...(hasAgent(fresh) || !hasAgent(started) ? [] : [`agent ${started.agent.id}, which is served`]),
];

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

const agentKeys = ['token', 'callbackUrl', 'dialect', 'unavailableGames', 'players', 'keepsData'] as const;

const differing = <T extends object, K extends keyof T & string>(one: T, other: T, keys: readonly K[]): K[] =>
  keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));

export interface FollowOptions {
  /** How lines name the configuration. */
  readonly file: string;
  /** The files that say how the platform serves: another one may be named meanwhile. */
  readonly files: () => readonly string[];
  /** Reads them again and applies what can be; throws where one is broken. */
  readonly reread: () => Promise<SettingsChange>;
  /** Takes text for the log, with its newlines. */
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
  /** The file system's watch when absent. */
  readonly watch?: (files: FilesToWatch) => Promise<FileWatch>;
}

/** Reads the configuration again whenever it changes, and says what came of it, until the signal. */
export const followConfiguration = async (options: FollowOptions): Promise<void> => {
  const { files, signal, watch = watchFilesLater } = options;
  while (!signal.aborted) {
    const watched = files();
    const opened = await watch({ paths: watched, written: [] });
    try {
      while (isSame(watched, files())) {
        await opened.next(signal);
        await readAgain(options);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await opened.close();
    }
  }
};

/** Loaded once the platform serves: the start does not wait for it. */
const watchFilesLater = async (files: FilesToWatch): Promise<FileWatch> =>
  await (await import('./watch-files.ts')).watchFiles(files);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.map((path) => resolve(path)).join('\n') === other.map((path) => resolve(path)).join('\n');

const readAgain = async ({ file, reread, tell }: FollowOptions): Promise<void> => {
  const name = visibleLine(file);
  try {
    const { applied, needsRestart } = await reread();
    const now = applied.length === 0 ? 'nothing that can change now is different' : `now ${applied.join(', ')}`;
    const later = needsRestart.length === 0 ? '' : `; with the next start only: ${needsRestart.join(', ')}`;
    tell(`${name} was read again: ${now}${later}\n`);
  } catch (error) {
    if (!(error instanceof WalletproofError)) throw error;
    tell(`${renderError(error)}${name} was not taken: everything stays as it was before.\n`);
  }
};
