import { Chalk, type ChalkInstance } from 'chalk';
import type { Run } from '../../formats/run.ts';
import type { Scenario } from '../../formats/scenario/scenario.ts';
import { type Breach, breachesOf, judgeReplay, type Replayed } from '../../judges/judge-replay.ts';
import { chooseColourLevel } from '../../report/colour-level.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { plural } from '../../text/quantity-text.ts';
import { isUrlMasked, shownUrl } from '../../text/shown-url.ts';
import { plainValues } from '../../text/visible-text.ts';
import { openMemory } from '../open-memory.ts';
import type { RunOptions } from '../options.ts';
import { print } from '../output.ts';
import { executableIn } from '../rerun-command.ts';
import { resolveSettings, type Settings } from '../resolve-settings.ts';
import { runAndReport } from '../run-and-report.ts';
import { readRun, storedScenarios } from '../stored-run.ts';

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
  const settings = await settingsOf(stored, given, file);
  const run = await runAndReport({
    settings,
    // The breaches are told below: reports are made where they are asked for.
    options: { ...given, reporter: options.reporter ?? [] },
    scenarios,
    ownCalls: stored.setup.ownCalls,
    rerun: [...executableIn(process.env), 'replay', file],
    memory: await openMemory(),
  });
  const replayed = judgeReplay(breaches, run);
  const level = chooseColourLevel({ wanted: options.color, environment: process.env });
  print(renderReplay(replayed, new Chalk({ level })));
  return exitCodeOf(replayed);
};

/** With the callback URL of the run, unless the user says another one. */
const settingsOf = async (
  { agent: { callbackUrl: url } }: Run,
  options: ReplayOptions,
  file: string,
): Promise<Settings> => {
  if (options.callbackUrl !== undefined || !isUrlMasked(url)) {
    return await resolveSettings(options, options.callbackUrl ?? url);
  }
  const settings = await resolveSettings(options);
  // The configuration may have it whole; another agent than that of the run is nobody's wish.
  const { callbackUrl } = settings;
  if (callbackUrl !== undefined && shownUrl(callbackUrl) === url) return settings;
  throw new WalletproofError(
    'usage',
    `${file} holds the callback URL without its secrets: ${url}`,
    'Give it whole: --callback-url URL, or in WALLETPROOF_CALLBACK_URL or walletproof.config.yaml.',
  );
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
  player: options.player ?? setup.players.map(({ id, currencies }) => `${id}:${currencies.join(',')}`),
});

const exitCodeOf = (replayed: readonly Replayed[]): ExitCode => {
  if (replayed.some(({ outcome }) => outcome === 'failed')) return exitCodes.nonconformant;
  const isOpen = replayed.some(({ outcome }) => outcome === 'not-judged');
  return isOpen ? exitCodes.notJudged : exitCodes.passed;
};

/** Each breach that was played again: FIXED, FAILED, or why it could not be judged. */
export const renderReplay = (replayed: readonly Replayed[], paint: ChalkInstance): string => {
  const words: Record<Replayed['outcome'], string> = {
    fixed: paint.green('FIXED'),
    failed: paint.red('FAILED'),
    'not-judged': paint.yellow('COULD NOT JUDGE'),
  };
  const lines = plainValues(replayed).flatMap(({ outcome, breach, now }) => [
    `${words[outcome]}  ${breach.requirement}  the agent ${breach.title}`,
    `  was  ${breach.finding.code}: ${breach.finding.message}`,
    ...(now === undefined ? [] : [`  now  ${now}`]),
  ]);
  return `${[...lines, '', countsLine(replayed)].join('\n')}\n`;
};

const countsLine = (replayed: readonly Replayed[]): string => {
  const count = (outcome: Replayed['outcome']): number => replayed.filter((each) => each.outcome === outcome).length;
  const breaches = plural(replayed.length, 'breach', 'breaches');
  return `${breaches} played again: ${count('fixed')} fixed, ${count('failed')} failed, ${count('not-judged')} could not be judged`;
};
