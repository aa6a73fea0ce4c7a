import { once } from 'node:events';
import type { Configuration } from '../../formats/configuration.ts';
import { loadGames } from '../../formats/load-files.ts';
import { withScales } from '../../money/currency-scale.ts';
import type { AgentMemory } from '../../serve/agent-memory.ts';
import { openServer } from '../../serve/open-server.ts';
import type { ServerOptions } from '../../serve/server-options.ts';
import { maskText, tokenSpellings } from '../../signing/mask-tokens.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { stripControls } from '../../text/visible-text.ts';
import { systemClock } from '../../world/clock.ts';
import { createDice } from '../../world/dice.ts';
import type { OpenExampleAgent } from '../example-agent.ts';
import { openExampleAgent } from '../example-agent.ts';
import { errorText } from '../exit-code.ts';
import { openMemory } from '../open-memory.ts';
import type { CommonOptions } from '../options.ts';
import { shippedScenarios, tool } from '../package-files.ts';
import type { Settings } from '../resolve-settings.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { openServeRuns } from '../serve-runs.ts';
import { watchInterrupt } from '../watch-interrupt.ts';
import type { RequestWatcher } from '../watch-requests.ts';
import { renderRequestTallies, watchRequests } from '../watch-requests.ts';

/** Values of the options of `serve`. */
export interface ServeFlags extends CommonOptions {
  readonly port: number;
  readonly host: string;
  readonly journal: string;
  readonly explain?: true;
  readonly scenarios: string;
  readonly exampleAgent?: true;
  readonly defect?: string;
  readonly variant?: string;
}

/** The platform, until it is interrupted. */
export const serve = async (
  callbackUrl: string | undefined,
  options: ServeFlags,
): Promise<ExitCode> => {
  const isExample = isWithExample(callbackUrl, options);
  const interrupt = watchInterrupt();
  const settings = withAgentOf(await resolveSettings(options, callbackUrl));
  const tell = withoutTokens(settings.configuration);
  const requests = watchRequests({ tokenOf: tokenOf(settings.configuration), tell });
  const service: Service = { settings, options, requests, tell, example: undefined };
  const server = await withScales(
    settings.configuration.currencyScales,
    async () => await openServerFor(service, isExample),
  );
  try {
    if (isExample) service.example = await openExampleAgent(settings, options, server.url);
    process.stdout.write(`walletproof ready on ${server.url}\n`);
    tellLine(introduction(service));
    if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  } finally {
    await server.close();
    await service.example?.close();
  }
  process.stderr.write(renderRequestTallies(requests.outcome()));
  interrupt.close();
  return exitCodes.interrupted;
};

/** What serves. The example agent is started once the platform listens. */
interface Service {
  readonly settings: Settings;
  readonly options: ServeFlags;
  readonly requests: RequestWatcher;
  /** Takes one line of the log. */
  readonly tell: (line: string) => void;
  example: OpenExampleAgent | undefined;
}

const isWithExample = (
  callbackUrl: string | undefined,
  { exampleAgent, defect, variant }: ServeFlags,
): boolean => {
  const isExample = exampleAgent === true || defect !== undefined || variant !== undefined;
  if (!isExample || callbackUrl === undefined) return isExample;
  throw new WalletproofError(
    'usage',
    `Callbacks can go to ${callbackUrl} or to the example agent, not to both.`,
    'Leave the URL out, or --example-agent, --defect and --variant.',
  );
};

const openServerFor = async (service: Service, isExample: boolean) => {
  const { settings, options, requests } = service;
  const { configuration, agent, otherToken, seed } = settings;
  const { host, port, journal } = options;
  const allowPublicTarget = options.allowPublicTarget === true;
  // The example agent has another port with each start.
  const memory = isExample ? undefined : openMemory();
  return await openServer({
    configuration,
    agent,
    otherToken,
    host,
    port,
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
    callbackUrl: () => current(service).callbackUrl,
    suite: shippedScenarios,
    scenariosFolder: options.scenarios,
    openRuns: async (runHost) =>
      await openServeRuns({
        settings: runSettings(service),
        host: runHost,
        journal,
        allowPublicTarget,
        memory,
        hooks: () => service.example?.hooks ?? {},
        onError,
      }),
    clock: systemClock,
    dice: createDice(`${seed}/${settings.nonce}`),
    watch: (exchange) => {
      const line = renderExchangeLine(exchange, options.verbose === true ? 'all' : 'telling');
      if (line !== undefined) service.tell(line);
    },
    judgeOperation: requests.hear,
    onError,
  });
};

/** How agents are called that are known from earlier runs, or not known at all. */
const aboutAgents = (
  service: Service,
  memory: AgentMemory | undefined,
): Pick<ServerOptions, 'ca' | 'ratePerSecond' | 'memory' | 'searchDialect'> => {
  const { options } = service;
  const { ca, ratePerSecond } = service.settings;
  const settingsOfRun = runSettings(service);
  return {
    ca,
    ratePerSecond,
    memory,
    searchDialect: async (agent, callbackUrl, record) => {
      const { searchInServe } = await import('../search-in-serve.ts');
      const allowPublicTarget = options.allowPublicTarget === true;
      const settings = settingsOfRun();
      // Ids of its own, beside those of runs.
      const own = { ...settings, nonce: `${settings.nonce}-d` };
      const search = { settings: own, agent, callbackUrl, record };
      return await searchInServe({ ...search, allowPublicTarget });
    },
  };
};

/** The settings, with the example agent where there is one. */
const current = ({ settings, example }: Service): Settings => example?.settings ?? settings;

/** Each run has ids of its own: the nonce counts on. */
const runSettings = (service: Service): (() => Settings) => {
  let count = 0;
  return () => {
    count += 1;
    const settings = current(service);
    return { ...settings, nonce: `${settings.nonce}${count.toString(36)}` };
  };
};

/** With what flags and environment say of the agent. */
const withAgentOf = (settings: Settings): Settings => {
  const { configuration, agent, timeoutMs } = settings;
  const others = configuration.agents.filter(({ id }) => id !== agent.id);
  const callbacks = { ...configuration.callbacks, timeout: `${timeoutMs}ms` };
  return {
    ...settings,
    configuration: { ...configuration, callbacks, agents: [agent, ...others] },
  };
};

const tokenOf =
  ({ agents }: Configuration) =>
  (agentId: number): string | undefined =>
    agents.find(({ id }) => id === agentId)?.token;

const tellLine = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** What the agent sends is in the log, too: a token that it sent by mistake is not. */
const withoutTokens = ({ agents }: Configuration): ((line: string) => void) => {
  const secrets = tokenSpellings(agents.flatMap(({ token }) => token ?? []));
  return (line) => tellLine(maskText(line, secrets));
};

const onError = (error: unknown): void => tellLine(`walletproof: ${errorText(error)}`);

const introduction = (service: Service): string => {
  const { agent, seed, callbackUrl } = current(service);
  const callbacks =
    callbackUrl === undefined
      ? 'no callback URL: games open, but nobody is asked for balances (give it as an argument, or --example-agent)'
      : `callbacks go to ${service.example === undefined ? '' : 'the example agent, '}${callbackUrl}`;
  return `agent ${agent.id}, ${callbacks}; journal ${service.options.journal}, seed ${seed}; Ctrl-C ends it`;
};

/**
 * One exchange in one line of a log. `telling` leaves out the agent's requests that were answered
 * with success; undefined where there is nothing to say.
 */
export const renderExchangeLine = (
  exchange: Exchange,
  which: 'all' | 'telling',
): string | undefined => {
  const { direction, answer, refusal } = exchange;
  const isTold = which === 'all' || direction === 'callback' || refusal !== undefined;
  if (!isTold) return undefined;
  const arrow = direction === 'callback' ? '->' : '<-';
  const came = answer.kind === 'answered' ? String(answer.status) : answer.failure;
  const words = [
    new Date(exchange.startedAt).toISOString().slice(11, 23),
    arrow,
    exchange.kind,
    came,
    ...(refusal === undefined ? [] : [refusal]),
    ...subjectOf(exchange),
    `${Math.round(exchange.durationMs)} ms`,
    ...(answer.kind === 'answered' ? [] : [answer.message]),
  ];
  return stripControls(words.join(' '));
};

const subjectOf = ({ subject }: Exchange): string[] =>
  [subject.playerId, subject.transactionId].filter((each) => each !== undefined);
