import { tool } from '../formats/package-files.ts';
import type { Run } from '../formats/run.ts';
import { openAgentClient, runContextOf } from '../run/agent-client.ts';
import { learning, searchDialect } from '../run/prepare-run.ts';
import type { RunHooks } from '../run/run-context.ts';
import type { RunToPerform } from '../run/run-desk.ts';
import { runScenarios } from '../run/run-scenarios.ts';
import type { RefusedSignature } from '../serve/agent-connections.ts';
import type { AgentMemory } from '../serve/agent-memory.ts';
import type { RunHost } from '../serve/run-host.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import { needsPlatform, type OpenHooks, openHooks } from './open-hooks.ts';
import { demandCallbackUrl, type Settings } from './resolve-settings.ts';
import { keepKnown } from './run-and-report.ts';

// What the platform sends by the runner while it serves. Loaded when that is first needed: suite and judges take longer
// than the rest of the start.

/** What the runs of a platform are played with. */
export interface ServedRuns {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: () => Settings;
  readonly host: RunHost;
  readonly allowPublicTarget: boolean;
  /** What is known of agents; nothing is remembered where it is absent. */
  readonly memory?: AgentMemory;
  /** Instead of what the configuration says. */
  readonly hooks: () => RunHooks;
}

const everything = { only: [], skip: [] } as const;

/** How long a refused agent is watched, milliseconds: it may have other things to do than this run. */
const watchMs = 500;

/** Plays scenarios from the platform that serves: over its journal, with its own launch links. */
export const performInServe = async (
  runs: ServedRuns,
  { id, scenarios, extent, tell, signal }: RunToPerform,
): Promise<Run> => {
  const { host, allowPublicTarget, memory } = runs;
  const settings = runs.settings();
  const callbackUrl = demandCallbackUrl(settings);
  await memory?.ready();
  const client = await openAgentClient({
    ...{ settings, callbackUrl, allowPublicTarget, runId: id, signal },
    recorder: { record: host.record, close: async () => undefined },
    known: memory?.of({ callbackUrl, agentId: settings.agent.id }),
  });
  let resume: (() => Promise<void>) | undefined;
  let opened: OpenHooks | undefined;
  try {
    resume = await host.pauseJudging();
    opened = await openHooks({
      ...{ settings, allowPublicTarget, record: client.record, runId: id, signal, watchMs },
      openPlatform: async () => host.platform,
      isPlatformNeeded: needsPlatform(scenarios, everything),
    });
    const context = runContextOf(client, { ...opened.hooks, ...runs.hooks() });
    const run = await runScenarios(context, {
      ...{ scenarios, selection: everything, policy: { strict: false }, bail: false },
      ...{ baseline: await host.baseline(), extent, ...learning },
      ...{ seed: settings.seed, tool: tool(), tell },
    });
    keepKnown(memory, run, { ...client, causes: context.causes });
    if (run.dialect !== undefined) host.useDialect(run.dialect.name);
    return run;
  } finally {
    await resume?.();
    await client.close();
    await opened?.close();
  }
};

interface DialectSearchInServe extends RefusedSignature {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: Settings;
  readonly allowPublicTarget: boolean;
  readonly record: RecordExchange;
}

/**
 * Which dialect an agent verifies, asked by getBalance while the platform serves: about the player
 * and in the session of the callback that was refused, which the agent knows, whoever is configured.
 */
export const searchInServe = async (search: DialectSearchInServe): Promise<string | undefined> => {
  const { settings, agent, callbackUrl, callback, allowPublicTarget, record } = search;
  const { playerId, playerUsername, sessionId, currency, language } = callback;
  const { token } = agent;
  if (token === undefined) return undefined;
  const client = await openAgentClient({
    settings: {
      ...settings,
      agent: { ...agent, token },
      gameId: callback.type === 'getBalance' ? callback.gameId : settings.gameId,
      players: [{ id: playerId, username: playerUsername, currencies: [currency], language }],
      sessions: [{ player: playerId, name: 'main', id: sessionId }],
    },
    recorder: { record, close: async () => undefined },
    ...{ callbackUrl, allowPublicTarget, signal: new AbortController().signal },
    // A player waits.
    pace: 'steady',
  });
  return (await searchDialect(runContextOf(client)).finally(client.close)).dialect;
};
