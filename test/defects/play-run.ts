import { openPlatform } from '../../src/cli/open-hooks.ts';
import { resolveSettings, type Settings } from '../../src/cli/resolve-settings.ts';
import { runAndReport } from '../../src/cli/run-and-report.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { usualPatienceMs } from '../../src/runner/agent-client.ts';
import { openExampleInProcess } from './example-in-process.ts';
import type { Deviation, SuitePart } from './open-player.ts';

/** The token that every run of the example agent is signed with. */
export const exampleToken = 'example-token';

const parts = 8;

/** The scenarios that show the requirement, and an eighth of the others. */
export const partOf = (suite: readonly Scenario[], { number, requirement = 'none' }: SuitePart): readonly Scenario[] =>
  suite.filter(({ requirements }, index) => requirements.includes(requirement) || index % parts === number % parts);

/** Plays scenarios as `demo --strict` does, with the agent in this process; `dice` make its ids the same each time. */
export const playRun = async (
  deviation: Deviation,
  scenarios: readonly Scenario[],
  dice: { readonly seed?: number; readonly nonce?: string } = {},
): Promise<Run> => {
  const settings = await resolveSettings({ token: exampleToken, color: false, ...dice });
  const platform = await openPlatform(settings, { host: '127.0.0.1', port: 0 });
  try {
    const agent = await openExampleInProcess(settings, { ...deviation, platformUrl: platform.url });
    try {
      return await runAndReport({
        settings: launchedByHook({ ...settings, callbackUrl: agent.callbackUrl }),
        platform,
        options: { color: false, strict: true, reporter: [], patience: usualPatienceMs },
        scenarios,
        rerun: [],
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
  } finally {
    await platform.close();
  }
};

const launchedByHook = (settings: Settings & { readonly callbackUrl: string }): Settings => {
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const launch = {
    method: 'POST',
    url: new URL('/launch', settings.callbackUrl).href,
    body: Object.fromEntries(names.map((name) => [name, `{${name}}`])),
  };
  return { ...settings, configuration: { ...settings.configuration, hooks: { launch } } };
};
