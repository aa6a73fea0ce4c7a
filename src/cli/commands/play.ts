import { access } from 'node:fs/promises';
import { shownUrl } from '../../base/shown.ts';
import { packagePath, shippedScenarios } from '../../formats/package-files.ts';
import type { Run } from '../../formats/run.ts';
import { loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { parseReporterSpec } from '../../report/open-reporters.ts';
import { openFileTarget } from '../../report/report-target.ts';
import { usualPatienceMs } from '../../run/agent-client.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { type ExitCode, usageError } from '../../spec/walletproof-error.ts';
import { exitCodeOf } from '../exit-code.ts';
import { openMemory } from '../open-memory.ts';
import type { OptionsOf, PlayedOptions, RunOptions } from '../options.ts';
import { rerunCommand } from '../rerun-command.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';
import { type RunToReport, runAndReport } from '../run-and-report.ts';

/** Conformance: every shipped scenario against the agent at the callback URL. */
export const test = async (callbackUrl: string | undefined, options: OptionsOf<'test'>): Promise<ExitCode> => {
  const { failed } = options;
  if (failed !== undefined) {
    // Loaded here: most tests are of the whole suite.
    const { failedRun } = await import('../failed-run.ts');
    return await playOrWatch({ paths: [], ...(await failedRun(failed, callbackUrl, options)) });
  }
  return await playOrWatch({
    options,
    paths: [packagePath('scenarios')],
    prepare: async (given) => {
      const settings = await resolveSettings(given, callbackUrl);
      const command = ['test', shownUrl(demandCallbackUrl(settings))];
      const rerun = rerunCommand({ command, options: given, settings, env: process.env });
      return { settings, rerun, scenarios: await shippedScenarios(), memory: await openMemory() };
    },
  });
};

/** A user's own scenarios, by the same runner and judges as the shipped ones. */
export const play = async (files: readonly string[], options: OptionsOf<'play'>): Promise<ExitCode> => {
  // Loaded here: most runs play a scenario as it is written.
  if (options.orders === true) return await (await import('./fuzz.ts')).playInOrders(files, options);
  return await playOrWatch({
    options,
    paths: files,
    prepare: async (given) => {
      const scenarios = await loadScenarios(files, { knownRequirements: requirements.map(({ id }) => id) });
      const settings = await resolveSettings(given, given.callbackUrl);
      const command = ['play', ...files, '--callback-url', shownUrl(demandCallbackUrl(settings))];
      const rerun = rerunCommand({ command, options: given, settings, env: process.env });
      const ownCalls = given.settle === true ? undefined : 'balances';
      return { settings, scenarios, rerun, ownCalls, memory: await openMemory() };
    },
  });
};

interface PlayOrWatch<O> {
  readonly options: O;
  /** Files and folders of the scenarios. */
  readonly paths: readonly string[];
  /** Reads what the run is made of: settings and scenarios. */
  readonly prepare: (options: O) => Promise<Omit<RunToReport, 'options'>>;
  /** The exit code of a run that is not watched; by its verdict where absent. */
  readonly conclude?: (run: Run) => ExitCode;
}

/** With the agent that is started or waited for, if the options say so. */
const playOrWatch = async <O extends PlayedOptions>(order: PlayOrWatch<O>): Promise<ExitCode> => {
  const { options, prepare } = order;
  if (options.start === undefined && options.wait === undefined) return await playRuns(order);
  const { settings } = await prepare(options);
  // While the agent is waited for, no report of an earlier run is to be taken for that of this one.
  for (const file of reportFiles(options)) await openFileTarget(file);
  // Loaded here: most agents are there already.
  const { bringUpAgent } = await import('../bring-up-agent.ts');
  const agent = await bringUpAgent({ settings, options });
  try {
    // Nothing was started: another agent was there. An interrupted run is reported as far as it came.
    const isForeign = options.start !== undefined && agent.output() === undefined;
    const isOnce = isForeign || agent.signal.aborted;
    const once = { ...order, options: { ...options, watch: undefined, watchPath: undefined } };
    return await playRuns(isOnce ? once : order, agent);
  } finally {
    await agent.close();
  }
};

/** One run and its exit code; with `--watch` one run after the other. */
const playRuns = async <O extends PlayedOptions>(
  { options, paths, prepare, conclude = exitCodeOf }: PlayOrWatch<O>,
  agent?: RunToReport['agent'],
): Promise<ExitCode> => {
  const { watch, watchPath = [], config = 'walletproof.config.yaml', baseline } = options;
  if (watch !== true && watchPath.length === 0) {
    const patient = { ...options, patience: options.patience ?? usualPatienceMs };
    return conclude(await runAndReport({ ...(await prepare(options)), options: patient, agent }));
  }
  for (const path of watchPath) await demandPath(path);
  // Loaded here: most runs are not watched.
  const { watchRuns } = await import('../watch-runs.ts');
  return await watchRuns({
    paths: [...paths, config, ...(baseline === undefined ? [] : [baseline]), ...watchPath],
    written: writtenFiles(options),
    play: async ({ number, first }) => {
      // The same nonce makes the same ids, and the agent has seen those.
      const given = number === 1 ? options : { ...options, nonce: undefined };
      // Only the first run is without an agent that did not come: it may come later.
      const watched = number === 1 ? agent : agent && { ...agent, root: undefined };
      return await runAndReport({ ...(await prepare(given)), options: given, first, agent: watched });
    },
  });
};

/** A misspelt path would be waited for in vain. */
const demandPath = async (path: string): Promise<void> => {
  await access(path).catch((cause: unknown) => {
    const remedy = 'Give --watch-path a file or folder that is there.';
    throw usageError(`There is no ${path} to watch.`, remedy, { cause });
  });
};

const reportFiles = ({ reporter = [] }: RunOptions): string[] =>
  reporter.flatMap((text) => parseReporterSpec(text).file ?? []);

/** What the runs write would make the next run, and so on for ever. */
const writtenFiles = ({ journal, writeBaseline, ...options }: RunOptions): string[] => [
  ...reportFiles(options),
  ...(journal === undefined ? [] : [journal, `${journal}-wal`, `${journal}-shm`]),
  ...(writeBaseline === undefined ? [] : [writeBaseline]),
];
