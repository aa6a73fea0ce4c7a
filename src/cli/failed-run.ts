import type { ChalkInstance } from 'chalk';
import { plural } from '../base/quantities.ts';
import { isUrlMasked, shownUrl } from '../base/shown.ts';
import { plainValues } from '../base/visible-text.ts';
import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { restsOn } from '../judge/verdicts.ts';
import { parseReporterSpec } from '../report/open-reporters.ts';
import { selectRequirements } from '../run/select.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { type ExitCode, exitCodes, usageError } from '../spec/walletproof-error.ts';
import { openMemory } from './open-memory.ts';
import { type RunOptions, selectionOf } from './options.ts';
import { log, print } from './output.ts';
import { rerunCommand } from './rerun-command.ts';
import { demandCallbackUrl, resolveSettings, type Settings } from './resolve-settings.ts';
import type { RunToReport } from './run-and-report.ts';
import { standardPage } from './standard-page.ts';
import { readRun, storedScenarios } from './stored-run.ts';

/** A breach of a stored run: one finding code of one requirement, wherever it was seen. */
export interface Breach {
  readonly requirement: string;
  /** What the requirement asks. */
  readonly title: string;
  /** The first finding. */
  readonly finding: Finding;
  /** Files of the scenarios that showed it; none for a finding on the run as a whole. */
  readonly scenarios: readonly string[];
}

/** What became of a breach when its scenarios were played again. */
interface Replayed {
  readonly outcome: 'fixed' | 'failed' | 'not-judged';
  readonly breach: Breach;
  /** The breach as it is now, or why it could not be judged. */
  readonly now?: string;
}

/** The scenarios of a stored run that broke what the options select, to be played again with fresh ids. */
export const failedRun = async <O extends RunOptions>(file: string, callbackUrl: string | undefined, options: O) => {
  const stored = await readRun(file);
  const breaches = selectedBreaches(stored, options);
  if (breaches.length === 0) {
    const of = options.only === undefined ? '' : ` of ${options.only.join(', ').toUpperCase()}`;
    throw usageError(`${file} has no breach${of} to play again.`, `\`walletproof report ${file}\` shows what it has.`);
  }
  const scenarios = brokenIn(breaches, await storedScenarios(stored, file));
  return {
    options: asStored(stored, options),
    prepare: async (given: O): Promise<Omit<RunToReport, 'options'>> => {
      const settings = await settingsOf(stored, given, { file, callbackUrl });
      const command = ['test', shownUrl(demandCallbackUrl(settings)), '--failed', file];
      const rerun = rerunCommand({ command, options: given, settings, env: process.env });
      return { settings, rerun, scenarios, ownCalls: stored.setup.ownCalls, memory: await openMemory() };
    },
    /** Tells each breach: is it fixed? */
    conclude: (run: Run): ExitCode => {
      const replayed = breaches.map((breach) => ({ breach, ...outcomeOf(breach, run) }));
      const isDataOnStdout = (options.reporter ?? [])
        .map(parseReporterSpec)
        .some(({ name, file: target }) => name !== 'pretty' && target === undefined);
      if (isDataOnStdout) log(renderReplayed(replayed, standardPage({ color: false }).paint));
      else print(renderReplayed(replayed, standardPage(options).paint));
      if (run.partial === true) return exitCodes.interrupted;
      const has = (outcome: Replayed['outcome']) => replayed.some((each) => each.outcome === outcome);
      if (has('failed')) return exitCodes.nonconformant;
      return has('not-judged') ? exitCodes.notJudged : exitCodes.passed;
    },
  };
};

/** The breaches of the requirements that `--only`, `--skip` and `--source` name. */
const selectedBreaches = (run: Run, options: RunOptions): readonly Breach[] => {
  const selection = selectionOf(options);
  const named = selectRequirements(requirements, selection).filter(({ source }) => restsOn(source, selection.source));
  const ids = new Set(named.map(({ id }) => id));
  return run.requirements.filter(({ id }) => ids.has(id)).flatMap(breachesOf);
};

const breachesOf = ({ id, title, findings }: RequirementResult): Breach[] => {
  const told = findings.filter(({ weight }) => weight !== 'note');
  const firsts = told.filter(({ code }, index) => told.findIndex((each) => each.code === code) === index);
  return firsts.map((finding) => {
    const same = told.filter(({ code }) => code === finding.code);
    const scenarios = same.map(({ scenario }) => scenario).filter((file) => file !== '');
    return { requirement: id, title, finding, scenarios };
  });
};

/** The scenarios that the breaches were seen in. A breach of the whole run needs them all. */
const brokenIn = (breaches: readonly Breach[], scenarios: readonly Scenario[]): Scenario[] => {
  const files = new Set(breaches.flatMap((breach) => breach.scenarios));
  const isOfRun = breaches.some((breach) => breach.scenarios.length === 0);
  return scenarios.filter((scenario) => isOfRun || files.has(scenario.file));
};

/**
 * The options with what the stored run was made with, where the user says nothing else. What they select has chosen the
 * scenarios; those are judged whole.
 */
const asStored = <O extends RunOptions>({ agent, seed, setup }: Run, options: O): O => ({
  ...options,
  ...{ only: undefined, skip: undefined, source: undefined },
  agentId: options.agentId ?? agent.id,
  seed: options.seed ?? seed,
  player: options.player ?? setup.players.map(({ id, currencies }) => `${id}:${currencies.join(',')}`),
});

/** With the callback URL of the run, unless the user says another one. */
const settingsOf = async (
  { agent: { callbackUrl: url } }: Run,
  options: RunOptions,
  { file, callbackUrl }: { readonly file: string; readonly callbackUrl: string | undefined },
): Promise<Settings> => {
  if (callbackUrl !== undefined || !isUrlMasked(url)) return await resolveSettings(options, callbackUrl ?? url);
  const settings = await resolveSettings(options);
  // The configuration may have it whole; another agent than that of the run is nobody's wish.
  if (settings.callbackUrl !== undefined && shownUrl(settings.callbackUrl) === url) return settings;
  throw usageError(
    `${file} holds the callback URL without its secrets: ${url}`,
    'Give it whole: as the argument, in WALLETPROOF_CALLBACK_URL or in walletproof.config.yaml.',
  );
};

/** A breach of the stored run, looked for in a run of the same scenarios. */
const outcomeOf = (breach: Breach, now: Run): Omit<Replayed, 'breach'> => {
  const result = now.requirements.find(({ id }) => id === breach.requirement);
  const told = result?.findings.filter(({ weight }) => weight !== 'note') ?? [];
  const same = told.find(({ code }) => code === breach.finding.code) ?? told[0];
  if (same !== undefined) return { outcome: 'failed', now: same.message };
  const reason = unjudgedReason(breach, now, result);
  return reason === undefined ? { outcome: 'fixed' } : { outcome: 'not-judged', now: reason };
};

/** Why the breach may still be there; undefined where all that showed it was played to its end. */
const unjudgedReason = ({ scenarios }: Breach, now: Run, result: RequirementResult | undefined): string | undefined => {
  if (result !== undefined && !isRight(result.verdict)) return result.reason ?? result.verdict;
  const open = now.scenarios.find(({ file, verdict }) => scenarios.includes(file) && !isRight(verdict));
  if (open !== undefined) return open.reason ?? `${open.file} is ${open.verdict}`;
  return scenarios.length === 0 && result === undefined ? 'the run did not judge it' : undefined;
};

const isRight = (verdict: string): boolean => verdict === 'passed' || verdict === 'observed';

/** Each breach that was played again: FIXED, FAILED, or why it could not be judged. */
export const renderReplayed = (replayed: readonly Replayed[], paint: ChalkInstance): string => {
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
  const count = (outcome: Replayed['outcome']): number => replayed.filter((each) => each.outcome === outcome).length;
  const breaches = plural(replayed.length, 'breach', 'breaches');
  const counts = `${count('fixed')} fixed, ${count('failed')} failed, ${count('not-judged')} could not be judged`;
  return `${[...lines, '', `${breaches} played again: ${counts}`].join('\n')}\n`;
};
