import { openPlatform } from '../../src/cli/open-hooks.ts';
import { resolveSettings } from '../../src/cli/resolve-settings.ts';
import { runAndReport } from '../../src/cli/run-and-report.ts';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import type { AgentMemory } from '../../src/serve/agent-memory.ts';
import { openExampleInProcess } from '../defects/example-in-process.ts';
import type { Deviation } from '../defects/open-player.ts';

/** Plays scenarios against the example agent in this process, which knows bets of an earlier run. */
export const playExamples = async (scenarios: readonly Scenario[], deviation: Deviation = {}): Promise<Run> => {
  const settings = await resolveSettings({ token: 'example-token', color: false });
  const platform = await openPlatform(settings, { host: '127.0.0.1', port: 0 });
  const agent = await openExampleInProcess(settings, { ...deviation, platformUrl: platform.url });
  const { callbackUrl } = agent;
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const launch = {
    method: 'POST',
    url: new URL('/launch', callbackUrl).href,
    body: Object.fromEntries(names.map((name) => [name, `{${name}}`])),
  };
  const configuration = { ...settings.configuration, hooks: { launch } };
  const memory = memoryOfOne();
  const restart = async (): Promise<undefined> => await agent.restart().then(() => undefined);
  const play = async (nonce: string, played: readonly Scenario[]): Promise<Run> =>
    await runAndReport({
      settings: { ...settings, nonce, callbackUrl, configuration },
      // It is there for the second run, too.
      platform: { ...platform, close: async () => undefined },
      options: { color: false, strict: true, reporter: [], patience: 10 },
      scenarios: played,
      rerun: [],
      memory,
      hooks: { restart, kill: restart },
    });
  try {
    await play('earlier', scenarios.slice(0, 1));
    return await play('now', scenarios);
  } finally {
    await agent.close();
    await platform.close();
  }
};

const memoryOfOne = (): AgentMemory => {
  let kept: KnownAgent = {};
  return {
    ready: async () => undefined,
    of: () => kept,
    keep: (_, known) => {
      kept = known;
    },
  };
};
