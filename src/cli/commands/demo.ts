import type { Scenario } from '../../contract/scenario.ts';
import type { ExitCode } from '../../contract/walletproof-error.ts';
import type { LaunchPlatform } from '../../stage/open-launch-platform.ts';
import type { RunOptions } from '../common-options.ts';
import { needsLaunches } from '../needs-launches.ts';
import { openPlatform } from '../open-platform.ts';
import type { Settings } from '../resolve-settings.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { runAndReport } from '../run-and-report.ts';
import { startExampleAgent } from '../start-example-agent.ts';
import { shippedScenarios } from './test.ts';

/** What the example agent can be made to do. */
export interface DemoOptions extends RunOptions {
  readonly defect?: string;
  readonly variant?: string;
}

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
  const deviation = [
    ...(options.defect === undefined ? [] : ['--defect', options.defect]),
    ...(options.variant === undefined ? [] : ['--variant', options.variant]),
  ];
  const agent = await startExampleAgent([
    ...['--agent-id', String(settings.agent.id), '--token', settings.agent.token],
    ...['--other-token', settings.otherToken],
    ...settings.players.flatMap(({ id, currencies }) => [
      '--player',
      `${id}:${currencies.map((currency) => `${currency}=1000.00`).join(',')}`,
    ]),
    ...(platform === undefined ? [] : ['--platform-url', platform.url]),
    ...deviation,
  ]);
  try {
    return await runAndReport({
      settings: withLaunch({ ...settings, callbackUrl: agent.callbackUrl }, agent.callbackUrl),
      platform,
      options: options.defect === undefined ? options : { ...options, strict: true },
      scenarios,
      rerun: ['walletproof', 'demo', ...deviation],
      hooks: {
        restart: async () => {
          await agent.restart();
          return undefined;
        },
      },
    });
  } finally {
    await agent.close();
  }
};

const exampleToken = 'example-token';

/** The settings with how the example agent is made to launch a game. */
const withLaunch = (settings: Settings, callbackUrl: string): Settings => {
  const url = new URL('/launch', callbackUrl).href;
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const body = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const hooks = { launch: { method: 'POST', url, body } };
  return { ...settings, configuration: { ...settings.configuration, hooks } };
};
