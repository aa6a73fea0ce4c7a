import { Chalk } from 'chalk';
import type { Breach, Replayed } from '../../judges/judge-replay.ts';
import { breachesOf, judgeReplay } from '../../judges/judge-replay.ts';
import { chooseColourLevel } from '../../report/choose-colour-level.ts';
import type { Run } from '../../spec/run.ts';
import type { Scenario } from '../../spec/scenario.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import type { RunOptions } from '../common-options.ts';
import { readRun } from '../read-run.ts';
import { renderReplay } from '../render-replay.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { runAndTell } from '../run-and-report.ts';
import { storedScenarios } from '../stored-scenarios.ts';

/** Values of the options of `replay`. */
export type ReplayOptions = RunOptions & { readonly callbackUrl?: string };

/** Plays the scenarios that broke in a stored run again, with fresh ids: is each breach fixed? */
export const replay = async (
  file: string,
  requirement: string | undefined,
  options: ReplayOptions,
): Promise<ExitCode> => {
  const stored = await readRun(file);
  const breaches = breachesOf(stored, requirement?.toUpperCase());
  if (breaches.length === 0) throw nothingBroken(file, requirement);
  const scenarios = brokenIn(breaches, await storedScenarios(stored, file));
  const given = asStored(stored, options);
  const settings = await resolveSettings(given, options.callbackUrl ?? stored.agent.callbackUrl);
  const run = await runAndTell({
    settings,
    // The breaches are told below: reports are made where they are asked for.
    options: { ...given, reporter: options.reporter ?? [] },
    scenarios,
    rerun: ['walletproof', 'replay', file],
  });
  const replayed = judgeReplay(breaches, run);
  const level = chooseColourLevel({ wanted: options.color, environment: process.env });
  process.stdout.write(renderReplay(replayed, new Chalk({ level })));
  return exitCodeOf(replayed);
};

const nothingBroken = (file: string, requirement: string | undefined): WalletproofError =>
  new WalletproofError(
    'usage',
    `${file} has no breach${requirement === undefined ? '' : ` of ${requirement}`} to play again.`,
    `\`walletproof report ${file}\` shows what it has.`,
  );

/** The scenarios that the breaches were seen in. A breach of the whole run needs them all. */
const brokenIn = (breaches: readonly Breach[], scenarios: readonly Scenario[]): Scenario[] => {
  const files = new Set(breaches.flatMap((breach) => breach.scenarios));
  const isOfRun = breaches.some((breach) => breach.scenarios.length === 0);
  return scenarios.filter((scenario) => isOfRun || files.has(scenario.file));
};

/** The options with what the stored run was made with, where the user says nothing else. */
const asStored = ({ agent, seed, setup }: Run, options: ReplayOptions): ReplayOptions => ({
  ...options,
  agentId: options.agentId ?? agent.id,
  seed: options.seed ?? seed,
  player:
    options.player ?? setup.players.map(({ id, currencies }) => `${id}:${currencies.join(',')}`),
});

const exitCodeOf = (replayed: readonly Replayed[]): ExitCode => {
  if (replayed.some(({ outcome }) => outcome === 'failed')) return exitCodes.nonconformant;
  const isOpen = replayed.some(({ outcome }) => outcome === 'not-judged');
  return isOpen ? exitCodes.notJudged : exitCodes.passed;
};
