import type { Baseline } from '../judges/apply-baseline.ts';
import { renderError } from '../report/render-error.ts';
import type { RunHooks } from '../runner/run-hooks.ts';
import { runScenarios } from '../runner/run-scenarios.ts';
import type { LaunchPlatform } from '../serve/open-launch-platform.ts';
import { demandDialect } from '../signing/demand-dialect.ts';
import type { Run } from '../spec/run.ts';
import type { RunEvent } from '../spec/run-event.ts';
import type { Scenario } from '../spec/scenario.ts';
import type { ExitCode } from '../spec/walletproof-error.ts';
import type { RunOptions } from './common-options.ts';
import { exitCodeOf } from './exit-code-of.ts';
import { needsLaunches } from './needs-launches.ts';
import { openBaseline } from './open-baseline.ts';
import type { OpenHooks } from './open-hooks.ts';
import { openHooks } from './open-hooks.ts';
import type { Line } from './open-line.ts';
import { openLine } from './open-line.ts';
import { openPlatform } from './open-platform.ts';
import { openRunRecorder } from './open-run-recorder.ts';
import { openRunReporters } from './open-run-reporters.ts';
import type { PlayOrder } from './play-order.ts';
import { playOrder } from './play-order.ts';
import type { Settings } from './resolve-settings.ts';
import { demandCallbackUrl } from './resolve-settings.ts';
import { runContextOf } from './run-context-of.ts';
import { tool } from './tool.ts';
import { watchInterrupt } from './watch-interrupt.ts';

export interface Performance {
  readonly settings: Settings;
  readonly options: RunOptions;
  readonly scenarios: readonly Scenario[];
  /** The command that runs it again, as arguments, without the token. */
  readonly rerun: readonly string[];
  /** Files of the scenarios that are played first; reports keep the order of `scenarios`. */
  readonly first?: ReadonlySet<string> | undefined;
  /** What the run may ask for instead of what the configuration says. */
  readonly hooks?: RunHooks;
  /** The platform for launches where one is open already. */
  readonly platform?: LaunchPlatform | undefined;
}

/** Plays scenarios against the agent, tells them, and gives the exit code. */
export const runAndReport = async (performance: Performance): Promise<ExitCode> =>
  exitCodeOf(await runAndTell(performance));

/** Plays scenarios against the agent, tells them, and keeps the baseline that was asked for. */
export const runAndTell = async (performance: Performance): Promise<Run> => {
  const callbackUrl = demandCallbackUrl(performance.settings);
  const baseline = await openBaseline(performance.options);
  const run = await playAndTell(performance, callbackUrl, baseline.applied);
  await baseline.keep(run);
  return run;
};

const playAndTell = async (
  performance: Performance,
  callbackUrl: string,
  baseline: Baseline | undefined,
): Promise<Run> => {
  const { settings, options } = performance;
  const reporter = await openRunReporters(options, performance.rerun);
  const interrupt = watchInterrupt();
  const line = await openLine({
    settings,
    callbackUrl,
    recorder: openRunRecorder(settings, options.journal ?? ':memory:'),
    allowPublicTarget: options.allowPublicTarget === true,
    signal: interrupt.signal,
  });
  const order = playOrder(performance.scenarios, performance.first);
  let opened: OpenHooks | undefined;
  try {
    opened = await openHooksFor(performance, line, interrupt.signal);
    const run = await runScenarios(
      runContextOf(withDialect(settings, options), {
        callbackUrl,
        send: line.send,
        signal: interrupt.signal,
        hooks: { ...opened.hooks, ...performance.hooks },
        maxStake: options.maxStake,
      }),
      {
        scenarios: order.scenarios,
        selection: { only: options.only ?? [], skip: options.skip ?? [] },
        policy: { strict: options.strict === true },
        bail: options.bail === true,
        baseline,
        dialect: 'by-probes',
        gauntlet: options.gauntlet === true ? 'play' : undefined,
        seed: settings.seed,
        tool: tool(),
        tell: (event) => reporter.tell(restored(event, order)),
      },
    );
    return order.restore(run);
  } finally {
    await opened?.close();
    line.close();
    interrupt.close();
    for (const failure of await reporter.close()) process.stderr.write(renderError(failure));
  }
};

/** `--dialect` before the configuration; without either the agent is asked. */
const withDialect = (settings: Settings, { dialect: wanted }: RunOptions): Settings => {
  if (wanted === undefined) return settings;
  const dialect = wanted === 'auto' ? undefined : demandDialect(wanted).name;
  return { ...settings, agent: { ...settings.agent, dialect } };
};

const restored = (event: RunEvent, order: PlayOrder): RunEvent =>
  event.kind === 'run-finished' ? { ...event, run: order.restore(event.run) } : event;

/** How long a refused agent is watched: a platform of our own knows an agent that gives up at once. */
const watchMs = { own: 40, foreign: 500 } as const;

const openHooksFor = async (
  { settings, options, scenarios, platform }: Performance,
  { record }: Line,
  signal: AbortSignal,
): Promise<OpenHooks> => {
  const selection = { only: options.only ?? [], skip: options.skip ?? [] };
  const address = { host: options.host ?? '127.0.0.1', port: options.port ?? 4600 };
  return await openHooks({
    ...{ settings, record, signal },
    openPlatform: needsLaunches(scenarios, selection)
      ? async () => platform ?? (await openPlatform(settings, address))
      : undefined,
    watchMs: platform === undefined ? watchMs.foreign : watchMs.own,
    allowPublicTarget: options.allowPublicTarget === true,
  });
};
