import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withScales } from '../../base/money.ts';
import { durationText, plural, whole } from '../../base/quantities.ts';
import { shownUrl } from '../../base/shown.ts';
import { visibleLine, visibleText } from '../../base/visible-text.ts';
import { tool } from '../../formats/package-files.ts';
import { loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { transitionTable } from '../../fuzz/coverage.ts';
import type { FoundBreach } from '../../fuzz/follow-lead.ts';
import { type FuzzEvent, type FuzzResult, runFuzz, type SequenceOrder } from '../../fuzz/fuzz.ts';
import { type OrdersEvent, type OrdersResult, playOrders } from '../../fuzz/play-orders.ts';
import { openAgentClient, openRunRecorder, runContextOf } from '../../run/agent-client.ts';
import { learning } from '../../run/prepare-run.ts';
import type { RunContext } from '../../run/run-context.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { demand, type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { exampleToken, isWithExample, openExampleAgent } from '../example-agent.ts';
import { renderError } from '../exit-code.ts';
import { type OpenHooks, openHooks, openPlatform } from '../open-hooks.ts';
import { openMemory } from '../open-memory.ts';
import { flagOf } from '../option.ts';
import type { ExampleFlags, OptionsOf } from '../options.ts';
import { log, openLiveLine, print } from '../output.ts';
import { executableIn } from '../rerun-command.ts';
import { demandCallbackUrl, resolveSettings, type Settings } from '../resolve-settings.ts';
import { openBaseline, withDialect } from '../run-and-report.ts';
import { openRunReporters } from '../standard-output.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Sequences that nobody wrote, until one breaks something. */
export const fuzz = async (url: string | undefined, flags: OptionsOf<'fuzz'>): Promise<ExitCode> => {
  const isExample = isWithExample(url, flags);
  const token = flags.token ?? (isExample ? exampleToken : undefined);
  const settings = withDialect(await resolveSettings({ ...flags, token }, url), flags);
  const { budget: budgetMs = usualBudgetMs, runs, verbose } = flags;
  const search: Search = async (context, order, teller) => {
    const result = await runFuzz(context, { ...order, budgetMs, runs, tell: teller.tell });
    const { found, root, judged, seen } = result;
    const table = verbose === true ? `\n${transitionTable(seen).join('\n')}\n` : '';
    return { found, root, judged, summary: `${summaryOf(result, settings)}\n${table}` };
  };
  const order = { flags, settings, search, name: 'fuzz' };
  return isExample ? await searchExample(order) : await searchAgent(order);
};

const usualBudgetMs = 60_000;

/** Every order in which a network can deliver the calls of a few scenarios. */
export const playInOrders = async (files: readonly string[], flags: OptionsOf<'play'>): Promise<ExitCode> => {
  const odd = (['watch', 'watchPath', 'bail', 'only', 'skip', 'writeBaseline', 'thorough'] as const).find(
    (name) => flags[name] !== undefined,
  );
  demand(odd === undefined, `--orders does not go with ${flagOf(odd ?? '')}.`, 'Leave one of them out.');
  const scenarios = await loadScenarios(files, { knownRequirements: requirements.map(({ id }) => id) });
  const settings = withDialect(await resolveSettings(flags, flags.callbackUrl), flags);
  const search: Search = async (context, order, teller) => {
    const { found, root, judged, ...counts } = await playOrders(context, {
      ...order,
      scenarios,
      tell: teller.tellOrders,
    });
    return { found, root, judged, summary: `${ordersSummary(counts, found, settings)}\n` };
  };
  return await searchAgent({ flags, settings, search, name: 'orders' });
};

/** Options that both commands take. */
type Flags = Pick<
  OptionsOf<'fuzz'> & OptionsOf<'play'>,
  | 'out'
  | 'strict'
  | 'baseline'
  | 'maxStake'
  | 'journal'
  | 'allowPublicTarget'
  | 'start'
  | 'wait'
  | 'reporter'
  | 'color'
  | 'config'
  | 'verbose'
>;

/** What a search has come to. */
interface Searched extends Pick<FuzzResult, 'found' | 'root' | 'judged'> {
  /** For standard output, whole lines. */
  readonly summary: string;
}

type Search = (
  context: RunContext,
  order: SequenceOrder,
  teller: Awaited<ReturnType<typeof openTeller>>,
) => Promise<Searched>;

interface Order {
  readonly flags: Flags;
  readonly settings: Settings;
  readonly search: Search;
  /** Of the file of what is found. */
  readonly name: string;
  readonly hooks?: OpenHooks['hooks'];
  /** The end of the agent that was started. */
  readonly signal?: AbortSignal;
}

const searchExample = async (order: Order & { readonly flags: ExampleFlags }): Promise<ExitCode> => {
  const platform = await openPlatform(order.settings, { host: '127.0.0.1', port: 0 });
  try {
    const agent = await openExampleAgent(order.settings, order.flags, platform);
    return await searchInScales({ ...order, settings: agent.settings, hooks: agent.hooks }).finally(agent.close);
  } finally {
    await platform.close();
  }
};

/** With the agent that is started or waited for, if the options say so. */
const searchAgent = async (order: Order): Promise<ExitCode> => {
  const { flags, settings } = order;
  demandCallbackUrl(settings);
  if (flags.start === undefined && flags.wait === undefined) return await searchInScales(order);
  // Loaded here: most agents are there already.
  const { bringUpAgent } = await import('../bring-up-agent.ts');
  const agent = await bringUpAgent({ settings, options: flags });
  try {
    return agent.root === undefined ? await searchInScales({ ...order, signal: agent.signal }) : exitCodes.notJudged;
  } finally {
    await agent.close();
  }
};

const searchInScales = async (order: Order): Promise<ExitCode> =>
  await withScales(order.settings.configuration.currencyScales, async () => await searchAndTell(order));

const searchAndTell = async ({ flags, settings, search, name, ...order }: Order): Promise<ExitCode> => {
  const callbackUrl = demandCallbackUrl(settings);
  const { maxStake, out: file = `.walletproof/${name}-${settings.nonce}.yaml` } = flags;
  const allowPublicTarget = flags.allowPublicTarget === true;
  const { applied: baseline } = await openBaseline({ baseline: flags.baseline });
  const interrupt = watchInterrupt();
  const signal = AbortSignal.any([interrupt.signal, ...(order.signal === undefined ? [] : [order.signal])]);
  const memory = await openMemory();
  const client = await openAgentClient({
    ...{ settings, callbackUrl, allowPublicTarget, signal },
    recorder: await openRunRecorder(settings, flags.journal, (error) => log(renderError(error))),
    known: memory.of({ callbackUrl, agentId: settings.agent.id }),
  });
  const teller = await openTeller();
  let opened: OpenHooks | undefined;
  try {
    opened = await openHooks({ settings, allowPublicTarget, record: client.record, signal });
    const context = runContextOf(client, { ...opened.hooks, ...order.hooks }, { maxStake });
    const asked = { ...learning, baseline, file, seed: settings.seed, tool: tool(), strict: flags.strict === true };
    const { found, root, judged, summary } = await search(context, asked, teller);
    teller.clear();
    if (found !== undefined) await tellFound(found, { flags, settings, file });
    print(summary);
    if (found !== undefined) return exitCodes.nonconformant;
    if (signal.aborted) return exitCodes.interrupted;
    if (root !== undefined) log(`walletproof: ${visibleLine(`${root.reason} ${root.remedy}`)}\n`);
    return judged === 0 ? exitCodes.notJudged : exitCodes.passed;
  } finally {
    teller.clear();
    await opened?.close();
    await client.close();
    interrupt.close();
  }
};

/** The breach by the reporters of a run, and where its scenario is. */
const tellFound = async (
  found: FoundBreach,
  { flags, settings, file }: Pick<Order, 'flags' | 'settings'> & { readonly file: string },
): Promise<void> => {
  await writeScenario(file, found.text);
  const command = ['play', file, '--callback-url', shownUrl(demandCallbackUrl(settings))];
  const reporter = await openRunReporters(flags, [...executableIn(process.env), ...command], settings.agent.id);
  const { run, finding } = found;
  if (run === undefined) print(`${finding.requirement} ${finding.code}: ${visibleLine(finding.message)}\n`);
  else {
    const { seed, nonce, agent, scenarios } = run;
    reporter.tell({ kind: 'run-started', seed, nonce, agent, scenarioCount: scenarios.length });
    reporter.tell({ kind: 'run-finished', run });
  }
  for (const failure of await reporter.close()) log(renderError(failure));
  print(`\n${file}\n\n${visibleText(found.text)}\n`);
};

const writeScenario = async (file: string, text: string): Promise<void> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = 'Give --out a file that you may write.';
    log(
      renderError(new WalletproofError('environment', `The scenario cannot be written to ${file}: ${reason}.`, remedy)),
    );
  }
};

const summaryOf = ({ runs, calls, durationMs, found, pairs }: FuzzResult, { seed }: Settings): string => {
  const lasted = durationText(durationMs);
  const played = `${plural(runs, 'sequence')}, ${whole(calls)} calls, ${share(pairs)} of the pairs of kinds, ${lasted}`;
  return `${verdictOf(found)}: ${played}, seed ${seed}.`;
};

const verdictOf = (found: FoundBreach | undefined): string =>
  found === undefined
    ? 'No sequence broke anything'
    : `A sequence of ${plural(found.steps.length, 'step')} breaks ${found.finding.requirement}`;

type OrderCounts = Pick<OrdersResult, 'played' | 'chosen' | 'all' | 'calls'>;

/** Where not all orders are played, or not all can be, both figures are told. */
const ordersSummary = (
  { played, chosen, all, calls }: OrderCounts,
  found: FoundBreach | undefined,
  { seed }: Settings,
): string => {
  const drawn = chosen < all ? `, drawn from ${whole(all)} by the seed ${seed}` : '';
  return `${verdictOf(found)}: ${whole(played)} of ${whole(chosen)} orders played${drawn}, ${whole(calls)} calls.`;
};

const share = ({ seen, all }: FuzzResult['pairs']): string => `${Math.floor((100 * seen) / all)} %`;

/** So often a log has a line of progress, milliseconds. */
const logEveryMs = 10_000;

const openTeller = async () => {
  const line = await openLiveLine();
  let toldAtMs: number | undefined;
  const say = (text: string): void => {
    line?.clear();
    log(`walletproof: ${visibleLine(text)}\n`);
  };
  return {
    tell: (event: FuzzEvent): void => {
      if (event.kind === 'suspected') {
        say(`a sequence of ${plural(event.steps, 'step')} shows ${event.suspicion.key}: looking for the smallest one`);
      }
      if (event.kind === 'dropped') say(`${event.suspicion.key} was not there again; going on`);
      if (event.kind !== 'progress') return;
      const text = `${whole(event.runs)} sequences · ${whole(event.calls)} calls · ${share(event.pairs)} of the pairs of kinds · ${Math.ceil(event.leftMs / 1000)} s left`;
      if (line !== undefined) line.show(text);
      else if (toldAtMs === undefined || toldAtMs - event.leftMs >= logEveryMs) {
        toldAtMs = event.leftMs;
        say(text);
      }
    },
    tellOrders: ({ played, of }: OrdersEvent): void => line?.show(`${whole(played)} of ${whole(of)} orders`),
    clear: () => line?.clear(),
  };
};
