import type { ExitCode } from '../../spec/walletproof-error.ts';
import type { RunOptions, WatchOptions } from '../common-options.ts';
import { playOrWatch } from '../play-or-watch.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';
import { shippedScenarios } from '../shipped-scenarios.ts';
import { packagePath } from '../tool.ts';

/** Conformance: every shipped scenario against the agent at the callback URL. */
export const test = async (
  callbackUrl: string | undefined,
  options: RunOptions & WatchOptions,
): Promise<ExitCode> =>
  await playOrWatch({
    options,
    paths: [packagePath('scenarios')],
    prepare: async (given) => {
      const settings = await resolveSettings(given, callbackUrl);
      const rerun = ['walletproof', 'test', demandCallbackUrl(settings)];
      return { settings, rerun, scenarios: await shippedScenarios() };
    },
  });
