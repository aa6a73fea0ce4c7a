import { shippedScenarios } from '../../formats/package-files.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { deviationArguments, exampleToken, type OpenExampleAgent, openExampleAgent } from '../example-agent.ts';
import { exitCodeOf } from '../exit-code.ts';
import { openPlatform } from '../open-hooks.ts';
import type { OptionsOf } from '../options.ts';
import { executableIn } from '../rerun-command.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { runAndReport } from '../run-and-report.ts';

/**
 * The whole suite against the bundled example agent, which knows a second agent's token too. With a
 * defect the run is strict: whatever the level of the requirement, the breach is to be seen.
 */
export const demo = async (options: OptionsOf<'demo'>): Promise<ExitCode> => {
  const settings = await resolveSettings({ ...options, token: options.token ?? exampleToken });
  const scenarios = await shippedScenarios();
  // The agent must know the platform from its start. A free port: nobody else is told of it.
  const platform = await openPlatform(settings, { host: '127.0.0.1', port: options.port ?? 0 });
  let agent: OpenExampleAgent | undefined;
  try {
    agent = await openExampleAgent(settings, options, platform);
    const run = await runAndReport({
      settings: agent.settings,
      platform,
      options: options.defect === undefined ? options : { ...options, strict: true },
      scenarios,
      rerun: [...executableIn(process.env), 'demo', ...deviationArguments(options)],
      hooks: agent.hooks,
    });
    return exitCodeOf(run);
  } finally {
    await agent?.close();
    await platform.close();
  }
};
