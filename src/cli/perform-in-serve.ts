import type { PerformRun } from '../runner/run-desk/create-run-desk.ts';
import type { RunHooks } from '../runner/run-hooks.ts';
import { runScenarios } from '../runner/run-scenarios.ts';
import type { Backstage } from '../serve/stage-options.ts';
import type { Run } from '../spec/run.ts';
import { needsLaunches } from './needs-launches.ts';
import { openHooks } from './open-hooks.ts';
import type { Line } from './open-line.ts';
import { openLine } from './open-line.ts';
import type { Settings } from './resolve-settings.ts';
import { demandCallbackUrl } from './resolve-settings.ts';
import { runContextOf } from './run-context-of.ts';
import { tool } from './tool.ts';

export interface ServedRuns {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: () => Settings;
  readonly backstage: Backstage;
  readonly allowPublicTarget: boolean;
  /** Instead of what the configuration says. */
  readonly hooks: () => RunHooks;
}

type Performance = Parameters<PerformRun>[0];

const everything = { only: [], skip: [] } as const;

/** How long a refused agent is watched, milliseconds: it may have other things to do than this run. */
const watchMs = 500;

/** Plays scenarios from the platform that serves: over its journal, with its own launch links. */
export const performInServe =
  (runs: ServedRuns): PerformRun =>
  async (performance) => {
    const settings = runs.settings();
    const callbackUrl = demandCallbackUrl(settings);
    const { record } = runs.backstage;
    const line = await openLine({
      ...{ settings, callbackUrl, signal: performance.signal },
      recorder: { record, close: () => undefined },
      allowPublicTarget: runs.allowPublicTarget,
    });
    try {
      const resume = await runs.backstage.standAside();
      try {
        const run = await play(runs, { ...performance, settings, callbackUrl, line });
        if (run.dialect !== undefined) runs.backstage.useDialect(run.dialect.name);
        return run;
      } finally {
        resume();
      }
    } finally {
      line.close();
    }
  };

interface Played extends Performance {
  readonly settings: Settings;
  readonly callbackUrl: string;
  readonly line: Line;
}

const play = async (
  { backstage, allowPublicTarget, hooks }: ServedRuns,
  { settings, callbackUrl, line, scenarios, tell, signal }: Played,
): Promise<Run> => {
  const opened = await openHooks({
    ...{ settings, signal, watchMs, allowPublicTarget },
    record: line.record,
    openPlatform: needsLaunches(scenarios, everything) ? async () => backstage.platform : undefined,
  });
  try {
    return await runScenarios(
      runContextOf(settings, {
        ...{ callbackUrl, signal },
        send: line.send,
        hooks: { ...opened.hooks, ...hooks() },
      }),
      {
        ...{ scenarios, tell },
        selection: everything,
        policy: { strict: false },
        bail: false,
        dialect: 'by-probes',
        seed: settings.seed,
        tool: tool(),
      },
    );
  } finally {
    await opened.close();
  }
};
