import type { Scenario } from '../../formats/scenario/scenario.ts';
import type { LaunchPlatform } from '../../serve/launch-platform.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import type { ExampleDeviation } from '../example-agent.ts';
import { deviationArguments, openExampleAgent } from '../example-agent.ts';
import { needsLaunches, openPlatform } from '../open-hooks.ts';
import type { RunOptions } from '../options.ts';
import { shippedScenarios } from '../package-files.ts';
import type { Settings } from '../resolve-settings.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { runAndReport } from '../run-and-report.ts';

export interface DemoOptions extends RunOptions, ExampleDeviation {}

/**
 * The whole suite against the bundled example agent, which knows a second agent's token too. With a
 * defect the run is strict: whatever the level of the requirement, the breach is to be seen.
 */
export const demo = async (options: DemoOptions): Promise<ExitCode> => {
  const settings = await resolveSettings({ ...options, token: options.token ?? exampleToken });
  const scenarios = await shippedScenarios();
  const platform = await openPlatformFor(settings, options, scenarios);
  try {
    return await playAgainstExample({ settings, options, scenarios, platform });
  } finally {
    await platform?.close();
  }
};

interface Demonstration {
  readonly settings: Settings;
  readonly options: DemoOptions;
  readonly scenarios: readonly Scenario[];
  readonly platform: LaunchPlatform | undefined;
}

/** The agent must know the platform from its start. A free port: nobody else is told of it. */
const openPlatformFor = async (
  settings: Settings,
  { only = [], skip = [], port = 0 }: DemoOptions,
  scenarios: readonly Scenario[],
): Promise<LaunchPlatform | undefined> =>
  needsLaunches(scenarios, { only, skip })
    ? await openPlatform(settings, { host: '127.0.0.1', port })
    : undefined;

const playAgainstExample = async (demonstration: Demonstration): Promise<ExitCode> => {
  const { settings, options, scenarios, platform } = demonstration;
  const agent = await openExampleAgent(settings, { ...options, platformUrl: platform?.url });
  try {
    return await runAndReport({
      settings: agent.settings,
      platform,
      options: options.defect === undefined ? options : { ...options, strict: true },
      scenarios,
      rerun: ['walletproof', 'demo', ...deviationArguments(options)],
      hooks: agent.hooks,
    });
  } finally {
    await agent.close();
  }
};

const exampleToken = 'example-token';
