import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { systemClock } from '../../base/clock.ts';
import { createDice } from '../../base/dice.ts';
import { withScales } from '../../base/money.ts';
import { shownUrl } from '../../base/shown.ts';
import { visibleLine } from '../../base/visible-text.ts';
import { suggest } from '../../formats/document/closest-word.ts';
import { defaultConfigurationFile, loadGames } from '../../formats/load-files.ts';
import { shippedScenarios, tool } from '../../formats/package-files.ts';
import type { StoredRun } from '../../run/stored-runs.ts';
import type { AgentMemory } from '../../serve/agent-memory.ts';
import { isNowhere, openableUrl } from '../../serve/listen.ts';
import { openServer, type PlatformServer } from '../../serve/open-server.ts';
import type { ServedAgents } from '../../serve/served-agents.ts';
import type { ServerOptions } from '../../serve/server-options.ts';
import { dialects } from '../../signing/dialects.ts';
import { renewedWith } from '../../signing/mask-tokens.ts';
import { createSecretMask } from '../../signing/secret-mask.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import type { OpenExampleAgent } from '../example-agent.ts';
import { type ExampleStart, isWithExample, startOfExample } from '../example-start.ts';
import { errorText } from '../exit-code.ts';
import { followConfiguration } from '../follow-configuration.ts';
import { loadTls } from '../load-tls.ts';
import { createExchangeLog } from '../log-exchanges.ts';
import { openLateMemory } from '../open-memory.ts';
import type { ServeFlags } from '../options.ts';
import { log, print } from '../output.ts';
import { warnOfPlainUrls } from '../plain-callback-urls.ts';
import { resolveSettings, type Settings } from '../resolve-settings.ts';
import { openServeRuns } from '../serve-runs.ts';
import { createServedSettings, type ServedSettings } from '../served-settings.ts';
import { watchInterrupt } from '../watch-interrupt.ts';
import { type RequestWatcher, watchRequests } from '../watch-requests.ts';

/** The platform, until it is interrupted. */
export const serve = async (callbackUrl: string | undefined, options: ServeFlags): Promise<ExitCode> => {
  const isExample = isWithExample(callbackUrl, options);
  const stored = await readStored(options.run);
  const interrupt = watchInterrupt();
  const settings = createServedSettings(await readSettings(options, callbackUrl));
  const tell = withoutSecrets(settings.agents);
  const tokenOf = (agentId: number) => settings.agents.now.get(agentId)?.token;
  const requests = watchRequests({ tokenOf, tell: (line) => tell(`${line}\n`) });
  const about = { settings, options, stored, callbackUrl };
  const start = startOfExample(isExample);
  const service: Service = { ...about, requests, tell, start, example: undefined };
  const server = await withScales(
    settings.started.configuration.currencyScales,
    async () => await openServerFor(service, isExample),
  );
  try {
    if (isExample) await useExample(service, server.url);
    print(`walletproof ready on ${server.url}\n`);
    tellLine(visibleLine(introduction(service, server)));
    const warning = warningOfLinks(server.url, options);
    if (warning !== undefined) tellLine(warning);
    warnOfPlainUrls(settings.agents, (line) => tell(`${line}\n`));
    for (const { view } of stored) tellLine(lineOfStored(view, server.url));
    await followUntil(interrupt.signal, service, server);
  } finally {
    await server.close();
    await service.example?.close();
  }
  // Loaded here: the catalogue is for the end.
  const { renderRequestTallies } = await import('../request-tallies.ts');
  log(renderRequestTallies(requests.outcome()));
  interrupt.close();
  return exitCodes.interrupted;
};

/** The runs of these files; a usage error says what is wrong with one. */
const readStored = async (files: readonly string[] = []): Promise<readonly StoredRun[]> => {
  if (files.length === 0) return [];
  // Loaded here: most platforms are served without any.
  const { readRun } = await import('../stored-run.ts');
  const { storedRuns } = await import('../../run/stored-runs.ts');
  const read = files.map(async (file) => ({ file, run: await readRun(file) }));
  return storedRuns(await Promise.all(read));
};

const lineOfStored = ({ id, title }: StoredRun['view'], url: string): string =>
  visibleLine(`${title}, ${url}/#/runs/${id}`);

/** As file, environment and flags say, those of `serve` alone too. */
const readSettings = async (options: ServeFlags, callbackUrl: string | undefined): Promise<Settings> => {
  const settings = await resolveSettings(options, callbackUrl);
  const { configuration } = settings;
  if (options.accept === undefined) return settings;
  const quirks = { ...configuration.quirks, accept: acceptedDialects(options.accept) };
  return { ...settings, configuration: { ...configuration, quirks } };
};

/** What serves. The example agent is started once the platform listens. */
interface Service {
  readonly settings: ServedSettings;
  readonly options: ServeFlags;
  /** Runs that were made elsewhere. */
  readonly stored: readonly StoredRun[];
  /** As an argument. */
  readonly callbackUrl: string | undefined;
  readonly requests: RequestWatcher;
  /** Takes text for the log, with its newlines. */
  readonly tell: (text: string) => void;
  example: OpenExampleAgent | undefined;
  readonly start: ExampleStart;
}

const useExample = async (service: Service, platformUrl: string): Promise<void> => {
  const { settings, options } = service;
  const platform = { url: openableUrl(platformUrl), certFile: options.tlsCert };
  // Loaded here: most platforms are served to an agent of somebody's own.
  const { openExampleAgent } = await import('../example-agent.ts');
  const example = await openExampleAgent(settings.started, options, platform);
  service.example = example;
  settings.use(example);
  service.start.end();
};

/** Follows the configuration until the signal; where it cannot be followed, it says so and waits. */
const followUntil = async (
  signal: AbortSignal,
  { settings, options, callbackUrl, tell }: Service,
  server: Pick<PlatformServer, 'replaceGames'>,
): Promise<void> => {
  const { config: file = defaultConfigurationFile } = options;
  let { games } = settings.started.configuration;
  const { agent, seed, nonce } = settings.started;
  const same = { ...options, verbose: undefined, agentId: agent.id, seed, nonce };
  await followConfiguration({
    file,
    files: () => [file, ...(games === undefined ? [] : [games])],
    reread: async () => {
      const fresh = await readSettings(same, callbackUrl);
      // Watched from now on, even where it cannot be read yet.
      games = fresh.configuration.games;
      const read = await loadGames(games);
      const { applied, needsRestart } = settings.take(fresh);
      return { applied: server.replaceGames(read) ? [...applied, 'games'] : applied, needsRestart };
    },
    tell,
    signal,
  }).catch(onError);
  if (!signal.aborted) await once(signal, 'abort');
};

const openServerFor = async (service: Service, isExample: boolean): Promise<PlatformServer> => {
  const { settings, options, requests } = service;
  const { configuration, agent, otherToken, seed, nonce } = settings.started;
  const { host, port, journal, publicUrl } = options;
  const allowPublicTarget = options.allowPublicTarget === true;
  // The example agent has another port with each start.
  const memory = isExample ? undefined : openLateMemory();
  return await openServer({
    configuration,
    agents: settings.agents,
    callbacks: settings.callbacks,
    agentId: agent.id,
    otherToken,
    newToken: () => randomBytes(32).toString('hex'),
    ...{ host, port, publicUrl, tls: await loadTls(options) },
    allowPublicTarget,
    ...aboutAgents(service, memory),
    games: await loadGames(configuration.games),
    journalFile: journal,
    explain: options.explain === true ? 'in-answer' : 'afterwards',
    about: {
      version: tool().version,
      seed,
      exampleAgent: isExample ? (options.defect ?? 'none') : undefined,
    },
    suite: shippedScenarios,
    scenariosFolder: options.scenarios,
    baselineFile: 'walletproof.baseline.yaml',
    openRuns: async (runHost) =>
      await openServeRuns({
        settings: settings.ofRun,
        host: runHost,
        ...{ journal, allowPublicTarget, memory, stored: service.stored },
        scenariosFolder: options.scenarios,
        callbackUrl: () => settings.now().callbackUrl,
        hooks: () => service.example?.hooks ?? {},
        onError,
      }),
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}`),
    watch: logging(service),
    judgeOperation: requests.hear,
    onError,
  });
};

/** Takes each exchange, and tells it in the log. */
const logging = ({ options, tell }: Service): ServerOptions['watch'] => {
  const lineOf = createExchangeLog(options.verbose === true ? 'all' : 'usual');
  return (exchange) => {
    const line = lineOf(exchange);
    if (line !== undefined) tell(`${line}\n`);
  };
};

/** How agents are called that are known from earlier runs, or not known at all. */
const aboutAgents = (
  { settings, options, start }: Service,
  memory: AgentMemory | undefined,
): Pick<ServerOptions, 'ca' | 'ratePerSecond' | 'memory' | 'searchDialect' | 'agentIsUp'> => {
  const { ca, ratePerSecond } = settings.started;
  return {
    ca,
    ratePerSecond,
    memory,
    agentIsUp: start.wait,
    searchDialect: async (refused, record) => {
      const { searchInServe } = await import('../search-in-serve.ts');
      const allowPublicTarget = options.allowPublicTarget === true;
      const ofRun = settings.ofRun();
      // Ids of its own, beside those of runs.
      const own = { ...ofRun, nonce: `${ofRun.nonce}-d` };
      return await searchInServe({ ...refused, settings: own, record, allowPublicTarget });
    },
  };
};

const tellLine = (line: string): void => {
  log(`${line}\n`);
};

/** What the agent sends is in the log, too: a secret that it sent by mistake is not. */
const withoutSecrets = ({ secrets }: Pick<ServedAgents, 'secrets'>): ((text: string) => void) => {
  const mask = renewedWith(secrets, createSecretMask);
  return (text) => {
    log(mask().hide(text));
  };
};

const onError = (error: unknown): void => tellLine(`walletproof: ${errorText(error)}`);

const introduction = (
  { settings, example, options }: Service,
  { journal }: Pick<PlatformServer, 'journal'>,
): string => {
  const { agent, seed, callbackUrl } = settings.now();
  const callbacks =
    callbackUrl === undefined
      ? 'no callback URL: games open, but nobody is asked for balances (give it as an argument, or --example-agent)'
      : `callbacks go to ${example === undefined ? '' : 'the example agent, '}${shownUrl(callbackUrl)}`;
  const kept = journal.state().kind === 'file' ? options.journal : 'in memory';
  return `agent ${agent.id}, ${callbacks}; journal ${kept}, seed ${seed}; Ctrl-C ends it`;
};

/** What is to be said of links that begin with this address; undefined where they open. */
export const warningOfLinks = (
  listening: string,
  { publicUrl: known }: Pick<ServeFlags, 'publicUrl'>,
): string | undefined =>
  known !== undefined || !isNowhere(listening)
    ? undefined
    : `links point nowhere for other machines: they begin with ${openableUrl(listening)}; give --public-url the address that players and agents reach this platform by`;

/** The dialects that `--accept` names, as `quirks.accept` lists them. WalletproofError for an unknown one. */
export const acceptedDialects = (names: readonly string[]): readonly string[] => {
  const known = ['any', ...dialects.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new WalletproofError(
    'usage',
    `--accept: there is no dialect ${JSON.stringify(unknown)}.`,
    `Write any, or names such as minimal,php: ${suggest(unknown, known)}`,
  );
};
