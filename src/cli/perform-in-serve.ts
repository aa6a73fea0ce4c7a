import { tool } from '../formats/package-files.ts';
import type { Run } from '../formats/run.ts';
import { openAgentClient, runContextOf } from '../run/agent-client.ts';
import { learning } from '../run/prepare-run.ts';
import type { RunHooks } from '../run/run-context.ts';
import type { RunToPerform } from '../run/run-desk.ts';
import { runScenarios } from '../run/run-scenarios.ts';
import type { AgentMemory } from '../serve/agent-memory.ts';
import type { RunHost } from '../serve/run-host.ts';
import { needsPlatform, type OpenHooks, openHooks } from './open-hooks.ts';
import { demandCallbackUrl, type Settings } from './resolve-settings.ts';
import { keepKnown } from './run-and-report.ts';

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
    settings,
    callbackUrl,
    recorder: { record: host.record, close: async () => undefined },
    allowPublicTarget,
    known: memory?.of({ callbackUrl, agentId: settings.agent.id }),
    ...{ runId: id, signal },
  });
  let resume: (() => void) | undefined;
  let opened: OpenHooks | undefined;
  try {
    resume = await host.pauseJudging();
    opened = await openHooks({
      settings,
      openPlatform: async () => host.platform,
      isPlatformNeeded: needsPlatform(scenarios, everything),
      watchMs,
      ...{ allowPublicTarget, record: client.record, runId: id, signal },
    });
    const context = runContextOf(client, { ...opened.hooks, ...runs.hooks() });
    const run = await runScenarios(context, {
      scenarios,
      selection: everything,
      policy: { strict: false },
      bail: false,
      ...{ baseline: await host.baseline(), extent },
      ...learning,
      ...{ seed: settings.seed, tool: tool(), tell },
    });
    keepKnown(memory, run, { ...client, causes: context.causes });
    if (run.dialect !== undefined) host.useDialect(run.dialect.name);
    return run;
  } finally {
    resume?.();
    await client.close();
    await opened?.close();
  }
};
