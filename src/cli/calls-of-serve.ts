import { tool } from '../formats/package-files.ts';
import type { Run } from '../formats/run.ts';
import { parseScenario } from '../formats/scenario/parse-scenario.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { SequenceOrder } from '../fuzz/fuzz.ts';
import { openAgentClient, runContextOf } from '../run/agent-client.ts';
import { learning, searchDialect } from '../run/prepare-run.ts';
import type { RunContext, RunHooks } from '../run/run-context.ts';
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
  { id, scenarios, extent, fuzzMs, tell, tellDrawn, signal }: RunToPerform,
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
    const baseline = await host.baseline();
    const order = { ...learning, baseline, seed: settings.seed, tool: tool() };
    const played =
      fuzzMs === undefined ? undefined : await drawSequences(host, context, { ...order, fuzzMs, id, tellDrawn });
    const run =
      played?.run ??
      (await runScenarios(context, {
        ...{ scenarios: played?.scenarios ?? scenarios, selection: everything, policy: { strict: false }, bail: false },
        ...{ ...order, extent: played === undefined ? extent : 'excerpt', tell },
      }));
    if (played?.run !== undefined) tell({ kind: 'run-finished', run: played.run });
    keepKnown(memory, run, { ...client, causes: context.causes });
    if (run.dialect !== undefined) host.useDialect(run.dialect.name);
    return run;
  } finally {
    await resume?.();
    await client.close();
    await opened?.close();
  }
};

type DrawOrder = Pick<SequenceOrder, 'seed' | 'tool' | 'baseline' | 'firstCall' | 'measures'> &
  Pick<RunToPerform, 'id' | 'tellDrawn'> & { readonly fuzzMs: number };

/** The run of the smallest sequence that breaks something, which is saved; else what is to be played to say that none did. */
const drawSequences = async (
  host: RunHost,
  context: RunContext,
  { fuzzMs, id, tellDrawn, ...order }: DrawOrder,
): Promise<{ readonly run?: Run | undefined; readonly scenarios: readonly Scenario[] }> => {
  const { runFuzz } = await import('../fuzz/fuzz.ts');
  const name = `fuzz-${id}`;
  const { found, runs, calls } = await runFuzz(context, {
    ...{ ...order, budgetMs: fuzzMs, strict: false, file: `${name}.yaml` },
    tell: (event) => {
      if (event.kind === 'progress') tellDrawn({ sequences: event.runs, leftMs: event.leftMs });
    },
  });
  if (found !== undefined) {
    const { file } = await host.scenarios.save(name, found.text);
    return { run: found.run, scenarios: [parseScenario({ text: found.text, file })] };
  }
  const title = `Gets none of ${runs} sequences wrong (${calls} calls)`;
  const text = `scenario: ${title}\nsteps:\n  - makeBet: { id: last, bet: 1 }\n  - rollback: { of: last }\n  - getBalance: {}\n`;
  return { scenarios: [parseScenario({ text, file: `${name}.yaml` })] };
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
