import { requirements } from '../../contract/requirements/catalogue.ts';
import type { ExitCode } from '../../contract/walletproof-error.ts';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import type { RunOptions } from '../common-options.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';
import { runAndReport } from '../run-and-report.ts';

/** A user's own scenarios, by the same runner and judges as the shipped ones. */
export const play = async (
  files: readonly string[],
  options: RunOptions & { readonly callbackUrl?: string },
): Promise<ExitCode> => {
  const scenarios = await loadScenarios(files, {
    knownRequirements: requirements.map(({ id }) => id),
  });
  const settings = await resolveSettings(options, options.callbackUrl);
  const url = demandCallbackUrl(settings);
  const rerun = ['walletproof', 'play', ...files, '--callback-url', url];
  return await runAndReport({ settings, options, scenarios, rerun });
};
