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
import { isNowhere, openableUrl } from '../../serve/listen.ts';
import { openServer, type PlatformServer } from '../../serve/open-server.ts';
import type { ServedAgents } from '../../serve/served-agents.ts';
import { dialects } from '../../signing/dialects.ts';
import { renewedWith } from '../../signing/mask-tokens.ts';
import { createSecretMask } from '../../signing/secret-mask.ts';
import { demand, type ExitCode, exitCodes } from '../../spec/walletproof-error.ts';
import { isPublicHost, parseTarget } from '../../wire/check-target.ts';
import { isWithExample, type OpenExampleAgent, openExampleAgent } from '../example-agent.ts';
import { errorText } from '../exit-code.ts';
import { loadTls } from '../load-tls.ts';
import { createExchangeLog } from '../log-exchanges.ts';
import { openLateMemory } from '../open-memory.ts';
import type { OptionsOf } from '../options.ts';
import { log, print } from '../output.ts';
import { resolveSettings, type Settings } from '../resolve-settings.ts';
import { openServeRuns } from '../serve-runs.ts';
import { createServedSettings, followConfiguration, type ServedSettings } from '../served-settings.ts';
import { watchInterrupt } from '../watch-interrupt.ts';
import { watchRequests } from '../watch-requests.ts';

/** The platform, until it is interrupted. */
export const serve = async (callbackUrl: string | undefined, options: OptionsOf<'serve'>): Promise<ExitCode> => {
  const isExample = isWithExample(callbackUrl, options);
  const stored = await readStored(options.run);
  const interrupt = watchInterrupt();
  const settings = createServedSettings(await readSettings(options, callbackUrl));
  const tell = withoutSecrets(settings.agents);
  const requests = watchRequests({ tokenOf: (agentId) => settings.agents.now.get(agentId)?.token, tell });
  const start = startOfExample(isExample);
  const service: Service = { settings, options, stored, callbackUrl, requests, tell, start, example: undefined };
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
    warnOfPlainUrls(settings.agents, tell);
    for (const { view } of stored) tellLine(visibleLine(`${view.title}, ${server.url}/#/runs/${view.id}`));
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

/** What serves. The example agent is started once the platform listens. */
interface Service {
  readonly settings: ServedSettings;
  readonly options: OptionsOf<'serve'>;
  /** Runs that were made elsewhere. */
  readonly stored: readonly StoredRun[];
  /** As an argument. */
  readonly callbackUrl: string | undefined;
  readonly requests: ReturnType<typeof watchRequests>;
  /** Takes a line for the log, without its newline. */
  readonly tell: (line: string) => void;
  example: OpenExampleAgent | undefined;
  readonly start: ReturnType<typeof startOfExample>;
}

/** The runs of these files; a usage error says what is wrong with one. */
const readStored = async (files: readonly string[] = []): Promise<readonly StoredRun[]> => {
  if (files.length === 0) return [];
  // Loaded here: most platforms are served without any.
  const { readRun } = await import('../stored-run.ts');
  const { storedRuns } = await import('../../run/stored-runs.ts');
  return storedRuns(await Promise.all(files.map(async (file) => ({ file, run: await readRun(file) }))));
};

/** As file, environment and flags say, those of `serve` alone too. */
const readSettings = async (options: OptionsOf<'serve'>, callbackUrl: string | undefined): Promise<Settings> => {
  const settings = await resolveSettings(options, callbackUrl);
  const { configuration } = settings;
  if (options.accept === undefined) return settings;
  const quirks = { ...configuration.quirks, accept: acceptedDialects(options.accept) };
  return { ...settings, configuration: { ...configuration, quirks } };
};

/** The dialects that `--accept` names, as `quirks.accept` lists them. WalletproofError for an unknown one. */
export const acceptedDialects = (names: readonly string[]): readonly string[] => {
  const known = ['any', ...dialects.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  demand(
    unknown === undefined,
    `--accept: there is no dialect ${JSON.stringify(unknown)}.`,
    `Write any, or names such as minimal,php: ${suggest(unknown ?? '', known)}`,
  );
  return names;
};

const useExample = async (service: Service, platformUrl: string): Promise<void> => {
  const { settings, options } = service;
  const platform = { url: openableUrl(platformUrl), certFile: options.tlsCert };
  const example = await openExampleAgent(settings.started, options, platform);
  service.example = example;
  settings.use(example);
  service.start.end();
};

/**
 * The start of the example agent, which comes after the platform listens: pages that are open over a restart ask for
 * balances before there is an agent to ask. `wait` gives undefined once it is over, or where no such agent is started.
 */
export const startOfExample = (isExample: boolean) => {
  let end = (): void => undefined;
  let waiting: Promise<void> | undefined = isExample
    ? new Promise((resolve) => {
        end = resolve;
      })
    : undefined;
  return {
    wait: () => waiting,
    end: () => {
      waiting = undefined;
      end();
    },
  };
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
    tell: (text) => tell(text.replace(/\n$/, '')),
    signal,
  }).catch(onError);
  if (!signal.aborted) await once(signal, 'abort');
};

const openServerFor = async (service: Service, isExample: boolean): Promise<PlatformServer> => {
  const { settings, options, requests, stored, start, tell } = service;
  const { configuration, agent, otherToken, seed, nonce, ca, ratePerSecond } = settings.started;
  const { host, port, journal, publicUrl, scenarios: scenariosFolder } = options;
  const allowPublicTarget = options.allowPublicTarget === true;
  const lineOf = createExchangeLog(options.verbose === true ? 'all' : 'usual');
  // The example agent has another port with each start.
  const memory = isExample ? undefined : openLateMemory();
  return await openServer({
    ...{ configuration, agents: settings.agents, callbacks: settings.callbacks, agentId: agent.id, otherToken },
    newToken: () => randomBytes(32).toString('hex'),
    ...{ host, port, publicUrl, tls: await loadTls(options), allowPublicTarget },
    ...{ ca, ratePerSecond, memory, agentIsUp: start.wait },
    searchDialect: async (refused, record) => {
      const { searchInServe } = await import('../calls-of-serve.ts');
      const ofRun = settings.ofRun();
      // Ids of its own, beside those of runs.
      const own = { ...ofRun, nonce: `${ofRun.nonce}-d` };
      return await searchInServe({ ...refused, settings: own, record, allowPublicTarget });
    },
    games: await loadGames(configuration.games),
    journalFile: journal,
    explain: options.explain === true ? 'in-answer' : 'afterwards',
    about: { version: tool().version, seed, exampleAgent: isExample ? (options.defect ?? 'none') : undefined },
    ...{ suite: shippedScenarios, scenariosFolder, baselineFile: 'walletproof.baseline.yaml' },
    openRuns: async (runHost) =>
      await openServeRuns({
        ...{ settings: settings.ofRun, host: runHost, journal, allowPublicTarget, memory, stored, scenariosFolder },
        callbackUrl: () => settings.now().callbackUrl,
        hooks: () => service.example?.hooks ?? {},
        onError,
      }),
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}`),
    watch: (exchange) => {
      const line = lineOf(exchange);
      if (line !== undefined) tell(line);
    },
    judgeOperation: requests.hear,
    onError,
  });
};

const tellLine = (line: string): void => log(`${line}\n`);

/** What the agent sends is in the log, too: a secret that it sent by mistake is not. */
const withoutSecrets = ({ secrets }: Pick<ServedAgents, 'secrets'>): ((line: string) => void) => {
  const mask = renewedWith(secrets, createSecretMask);
  return (line) => tellLine(mask().hide(line));
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
  { publicUrl }: Pick<OptionsOf<'serve'>, 'publicUrl'>,
): string | undefined =>
  publicUrl !== undefined || !isNowhere(listening)
    ? undefined
    : `links point nowhere for other machines: they begin with ${openableUrl(listening)}; give --public-url the address that players and agents reach this platform by`;

/** Warns of each agent whose callback URL is plain HTTP to a public host: of those there are, and when one changes. */
export const warnOfPlainUrls = (
  { now, onChange }: Pick<ServedAgents, 'now' | 'onChange'>,
  tell: (line: string) => void,
): void => {
  let told: ReadonlyMap<number, string> = new Map();
  const look = (): void => {
    const plain = new Map(
      [...now].flatMap(([id, { callbackUrl = '' }]) => (isPlain(callbackUrl) ? [[id, callbackUrl]] : [])),
    );
    const fresh = [...plain].filter(([id, url]) => told.get(id) !== url).map(([, url]) => url);
    told = plain;
    for (const url of new Set(fresh)) {
      const wish = 'the specification asks for HTTPS (section 2).';
      tell(visibleLine(`The callback URL ${shownUrl(url)} is plain HTTP to a public host: ${wish}`));
    }
  };
  look();
  onChange(look);
};

const isPlain = (url: string): boolean => {
  const target = url === '' ? undefined : parseTarget(url);
  return target?.protocol === 'http:' && isPublicHost(target);
};
