import { access, writeFile } from 'node:fs/promises';
import { withScales } from '../base/money.ts';
import { plural } from '../base/quantities.ts';
import { plainText } from '../base/visible-text.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import { type LoadedBaseline, loadBaseline } from '../formats/load-files.ts';
import { tool } from '../formats/package-files.ts';
import type { Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { type Baseline, nextBaseline } from '../judge/baseline.ts';
import { type AgentClient, openAgentClient, openRunRecorder, runContextOf } from '../run/agent-client.ts';
import { betsToRemember } from '../run/earlier-bets.ts';
import { stakeLimitToRemember } from '../run/limits.ts';
import { learning } from '../run/prepare-run.ts';
import type { RunContext, RunHooks, RunOrder } from '../run/run-context.ts';
import { runScenarios } from '../run/run-scenarios.ts';
import type { AgentMemory } from '../serve/agent-memory.ts';
import type { LaunchPlatform } from '../serve/launch-platform.ts';
import { demandDialect } from '../signing/dialects.ts';
import { demand } from '../spec/walletproof-error.ts';
import type { AgentUp } from './bring-up-agent.ts';
import { renderError } from './exit-code.ts';
import { needsPlatform, type OpenHooks, openHooks, openPlatform } from './open-hooks.ts';
import { type RunOptions, selectionOf } from './options.ts';
import { log } from './output.ts';
import { demandCallbackUrl, type Settings } from './resolve-settings.ts';
import { openRunReporters } from './standard-output.ts';
import { watchInterrupt } from './watch-interrupt.ts';

export interface RunToReport {
  readonly settings: Settings;
  readonly options: RunOptions;
  readonly scenarios: readonly Scenario[];
  /** The command that runs it again, as arguments, without the token. */
  readonly rerun: readonly string[];
  /** Files of the scenarios that are played first; reports keep the order of `scenarios`. */
  readonly first?: ReadonlySet<string>;
  /** What the run may ask for instead of what the configuration says. */
  readonly hooks?: RunHooks;
  /** The platform for launches where one is open already. */
  readonly platform?: LaunchPlatform;
  /** Beside what the scenarios say nothing is sent but getBalance. */
  readonly ownCalls?: RunOrder['ownCalls'];
  /** What is known of agents; nothing is remembered where it is absent. */
  readonly memory?: AgentMemory;
  /** The agent, where it was started or waited for. */
  readonly agent?: Pick<AgentUp, 'root' | 'signal' | 'output' | 'failure' | 'hooks'>;
}

/** Plays scenarios against the agent, reports them, and keeps the baseline that was asked for. */
export const runAndReport = async (order: RunToReport): Promise<Run> => {
  const callbackUrl = demandCallbackUrl(order.settings);
  const baseline = await openBaseline(order.options);
  const run = await withScales(
    order.settings.configuration.currencyScales,
    async () => await playAndReport(order, callbackUrl, baseline.applied),
  );
  await baseline.keep(run);
  return run;
};

/** How long a refused agent is watched: a platform of our own knows an agent that gives up at once. */
const watchMs = { own: 40, foreign: 500 } as const;

const playAndReport = async (order: RunToReport, callbackUrl: string, baseline: Baseline | undefined): Promise<Run> => {
  const { options, agent, memory, platform } = order;
  const { host = '127.0.0.1', port = 4600, publicUrl, maxStake, patience: patienceMs, thorough } = options;
  const settings = withDialect(order.settings, options);
  const selection = selectionOf(options);
  const allowPublicTarget = options.allowPublicTarget === true;
  const reporter = await openRunReporters(options, order.rerun, settings.agent.id);
  const interrupt = watchInterrupt();
  const signal = AbortSignal.any([interrupt.signal, ...(agent === undefined ? [] : [agent.signal])]);
  const client = await openAgentClient({
    ...{ settings, callbackUrl, allowPublicTarget, signal },
    recorder: await openRunRecorder(settings, options.journal, (error) => log(renderError(error))),
    known: rememberedOf(order, callbackUrl),
  });
  const { scenarios, restore } = playOrder(order.scenarios, order.first);
  let opened: OpenHooks | undefined;
  try {
    opened = await openHooks({
      ...{ settings, allowPublicTarget, record: client.record, signal },
      openPlatform: async () => platform ?? (await openPlatform(settings, { host, port, publicUrl })),
      isPlatformNeeded: needsPlatform(order.scenarios, selection),
      watchMs: platform === undefined ? watchMs.foreign : watchMs.own,
    });
    const context = runContextOf(
      client,
      { ...agent?.hooks(), ...opened.hooks, ...order.hooks },
      { maxStake, patienceMs, isThorough: thorough === true ? true : undefined },
    );
    const played = await runScenarios(context, {
      ...{ scenarios, selection, baseline, root: agent?.root, seed: settings.seed, tool: tool() },
      ...{ policy: { strict: options.strict === true }, bail: options.bail === true },
      ...(order.ownCalls === undefined ? learning : { ownCalls: order.ownCalls }),
      // How it has finished is told once it is known how the agent has.
      tell: (event) => {
        if (event.kind !== 'run-finished') reporter.tell(event);
      },
    });
    // An agent that did not come is the root of the run already.
    const failure = agent?.root === undefined ? await agent?.failure(played.root !== undefined) : undefined;
    const run = restore(withFailedCommand(played, failure));
    reporter.tell({ kind: 'run-finished', run: { ...run, agentOutput: agent?.output() } });
    keepKnown(memory, run, { ...client, causes: context.causes });
    return run;
  } finally {
    await opened?.close();
    await client.close();
    interrupt.close();
    for (const failure of await reporter.close()) log(renderError(failure));
  }
};

/** `--dialect auto` asks the agent anew. */
const rememberedOf = ({ memory, settings, options }: RunToReport, callbackUrl: string): KnownAgent => {
  const known = memory?.of({ callbackUrl, agentId: settings.agent.id }) ?? {};
  return options.dialect === 'auto' ? { ...known, dialect: undefined } : known;
};

/** What a run has found that its report does not tell. */
type Found = Pick<AgentClient, 'refusals' | 'settings'> & Pick<RunContext, 'causes'>;

/** Remembers what a run has found. One that came to nothing has found nothing. */
export const keepKnown = (memory: AgentMemory | undefined, run: Run, { refusals, settings, causes }: Found): void => {
  if (memory === undefined || run.root !== undefined) return;
  const { known } = run.setup;
  const as = { callbackUrl: run.agent.callbackUrl, agentId: run.agent.id };
  // --rate holds for one run: it says nothing of what the agent takes.
  const before = settings.ratePerSecond === undefined ? known : memory.of(as);
  const ratePerSecond = refusals()?.keptPerSecond ?? before.ratePerSecond;
  const stakeLimit = stakeLimitToRemember(run, causes.limit()?.limit);
  memory.keep(as, { ...known, ratePerSecond, stakeLimit, earlier: betsToRemember(run) });
};

/** `--dialect` before the configuration; without either the agent is asked. */
export const withDialect = (settings: Settings, { dialect: wanted }: Pick<RunOptions, 'dialect'>): Settings => {
  if (wanted === undefined) return settings;
  const dialect = wanted === 'auto' ? undefined : demandDialect(wanted).name;
  return { ...settings, agent: { ...settings.agent, dialect } };
};

/** The order in which scenarios are played, and the way back to that of the suite. */
interface PlayOrder {
  readonly scenarios: readonly Scenario[];
  /** The run as if it had been played in the order of the suite. */
  restore(run: Run): Run;
}

/** Some scenarios first, by their files; the others after them, each in the order of the suite. */
export const playOrder = (suite: readonly Scenario[], first: ReadonlySet<string> = new Set()): PlayOrder => {
  const [before, after] = [true, false].map((isFirst) => suite.filter(({ file }) => first.has(file) === isFirst));
  const ranks = new Map(suite.map(({ file }, index) => [file, index]));
  const rankOf = (file: string): number =>
    ranks.get(file) ?? (['sessions', 'dialect', 'preflight', 'measures'].includes(file) ? -1 : ranks.size);
  return {
    scenarios: [...(before ?? []), ...(after ?? [])],
    restore: (run) => ({
      ...run,
      requirements: run.requirements.map((result) => ({
        ...result,
        findings: sorted(result.findings, ({ scenario }) => rankOf(scenario)),
      })),
      scenarios: sorted(run.scenarios, ({ file }) => rankOf(file)),
      exchanges: sorted(run.exchanges, ({ scenario }) => rankOf(scenario)),
    }),
  };
};

const sorted = <T>(items: readonly T[], rankOf: (item: T) => number): T[] =>
  items.toSorted((one, other) => rankOf(one) - rankOf(other));

/**
 * A run whose agent's command ended with an error: nobody knows who has answered, so nothing of it is
 * conformant. Breaches stay; what hung on an agent that was gone hangs on this.
 */
export const withFailedCommand = (run: Run, failure: Run['root']): Run => {
  // What ended with the interrupt has not failed.
  if (failure === undefined || run.partial === true) return run;
  const gone = run.root?.reason;
  const retold = <R extends { readonly reason?: string }>(result: R): R =>
    gone !== undefined && result.reason === gone ? { ...result, reason: failure.reason } : result;
  return {
    ...run,
    verdict: run.verdict === 'conformant' ? 'inconclusive' : run.verdict,
    requirements: run.requirements.map(retold),
    scenarios: run.scenarios.map(retold),
    root: failure,
  };
};

/** The baseline of a run, and the one that is written from it. */
interface RunBaseline {
  readonly applied?: LoadedBaseline | undefined;
  /** Writes the baseline that was asked for. Never throws: the verdict stands. */
  keep(run: Run): Promise<void>;
}

/** Reads the baselines that the options name. Throws a WalletproofError where one is wrong. */
export const openBaseline = async (
  options: Pick<RunOptions, 'baseline' | 'writeBaseline' | 'bail'>,
): Promise<RunBaseline> => {
  const { baseline, writeBaseline: file, bail } = options;
  const applied = baseline === undefined ? undefined : await loadBaseline(baseline);
  if (file === undefined) return { applied, keep: async () => undefined };
  const whole = '--write-baseline needs the whole run, and --bail ends it early.';
  demand(bail !== true, whole, 'Leave one of them out.');
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  const earlier = isThere ? await loadBaseline(file) : (applied ?? emptyBaseline);
  const keep = async (run: Run) => log(`${plainText(await writeBaseline(run, { ...earlier, file }))}\n`);
  return { applied, keep };
};

const emptyBaseline: Omit<LoadedBaseline, 'file'> = {
  text: '# Breaches that are known: a run tells them, and does not fail for them.\n',
  entries: [],
};

/** Writes the next baseline; gives the sentence that says so, or why it is not written. */
const writeBaseline = async (run: Run, { file, text, entries }: LoadedBaseline): Promise<string> => {
  // A run that did not see everything knows neither which breaches there are nor which are gone.
  const hindrance = run.partial === true ? 'the run was interrupted' : run.root?.reason;
  if (hindrance !== undefined) return `BASELINE NOT WRITTEN: ${hindrance}`;
  const { editList } = await import('../formats/baseline.ts');
  const { gone, added } = nextBaseline(run, entries);
  try {
    await writeFile(file, editList(text, { key: 'known', without: gone, with: added }));
  } catch (error) {
    return `BASELINE NOT WRITTEN: ${(error as Error).message}`;
  }
  const breaches = plural(entries.length - gone.size + added.length, 'breach', 'breaches');
  const changes = `${added.length} new, ${gone.size} taken out`;
  const todo = added.length === 0 ? '' : ' Fill in the reasons of the new ones.';
  return `${file} knows ${breaches} now (${changes}).${todo} Next time: --baseline ${file}`;
};
