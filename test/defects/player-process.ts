import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { openPlatform } from '../../src/cli/open-hooks.ts';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import { resolveSettings } from '../../src/cli/resolve-settings.ts';
import { runAndReport } from '../../src/cli/run-and-report.ts';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { usualPatienceMs } from '../../src/runner/agent-client.ts';
import { openExampleInProcess } from './example-in-process.ts';
import { judgedOtherwise } from './judged-otherwise.ts';
import type { Deviation, PlayAnswer, PlayedRun, PlayOrder, SuitePart } from './open-player.ts';
import { installVirtualTime } from './virtual-time.ts';

// A process that plays runs for the tests, one after another: it is warm after the first, and reads the suite once.

const time = installVirtualTime();
const suite = await shippedScenarios();
const parts = 8;

const partOf = ({ number, requirement = 'none' }: SuitePart): readonly Scenario[] =>
  suite.filter(
    ({ requirements }, index) =>
      requirements.includes(requirement) || index % parts === number % parts,
  );

/** What `demo --strict` does, with the agent in this process. */
const play = async (deviation: Deviation, part?: SuitePart): Promise<PlayedRun> => {
  const scenarios = part === undefined ? suite : partOf(part);
  const settings = await resolveSettings({ token: 'example-token', color: false });
  const platform = await openPlatform(settings, { host: '127.0.0.1', port: 0 });
  try {
    const agent = await openExampleInProcess(settings, { ...deviation, platformUrl: platform.url });
    try {
      const run = await runAndReport({
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
      const { verdict, requirements } = run;
      const otherwise = await judgedOtherwise(run, scenarios);
      return { verdict, requirements, code: exitCodeOf(run), otherwise };
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

const tell = (answer: PlayAnswer): void => void process.send?.(answer);

let last: Promise<void> = Promise.resolve();
process.on('message', ({ number, deviation, part }: PlayOrder) => {
  last = last
    .then(async () => await time.during(async () => await play(deviation, part)))
    .then(
      (run) => tell({ number, run }),
      (error: Error) => tell({ number, problem: error.stack ?? error.message }),
    );
});
process.on('disconnect', () => process.exit());
tell({ number: 0 });
