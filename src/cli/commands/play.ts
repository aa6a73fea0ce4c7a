import { loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import type { RunOptions, WatchOptions } from '../common-options.ts';
import { playOrWatch } from '../play-or-watch.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';

/** A user's own scenarios, by the same runner and judges as the shipped ones. */
export const play = async (
  files: readonly string[],
  options: RunOptions & WatchOptions & { readonly callbackUrl?: string },
): Promise<ExitCode> =>
  await playOrWatch({
    options,
    paths: files,
    prepare: async (given) => {
      const knownRequirements = requirements.map(({ id }) => id);
      const scenarios = await loadScenarios(files, { knownRequirements });
      const settings = await resolveSettings(given, given.callbackUrl);
      const url = demandCallbackUrl(settings);
      const rerun = ['walletproof', 'play', ...files, '--callback-url', url];
      return { settings, scenarios, rerun };
    },
  });
