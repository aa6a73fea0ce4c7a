import { systemClock } from '../base/clock.ts';
import { withScales } from '../base/money.ts';
import { shownUrl } from '../base/shown.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import { type AgentClient, openAgentClient, runContextOf } from '../run/agent-client.ts';
import { awaitAgent } from '../run/await-agent.ts';
import { ownScenario, quietRead } from '../run/own-calls.ts';
import { openPlay } from '../run/play.ts';
import type { RunContext, RunHooks } from '../run/run-context.ts';
import { mainAccount } from '../run/run-players.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { SessionBook } from '../run/session-book.ts';
import { watchLaunch } from '../run/watch-launch.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { callbackOfBody } from '../wire/codec.ts';
import { type CallDesk, createCallDesk } from './call-desk.ts';
import { explainFindings } from './explain-findings.ts';
import { createFindingsBook, type FindingsBook } from './findings-book.ts';
import { type HostedApp, hostApp } from './host-app.ts';
import { launchByFunction } from './launch-function.ts';
import { openTestServer, type TestServer } from './open-test-server.ts';
import { type PlatformHooks, type ReadOptions, restartHook, spanOf } from './platform-options.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { checkKeys } from './wrong-use.ts';

/** The platform and the agent, connected to each other. */
export interface OpenAgent {
  readonly server: TestServer;
  readonly traffic: Traffic;
  readonly findings: FindingsBook;
  readonly desk: CallDesk;
  /** The callbacks of that session carry this id. */
  nameSession(name: string, sessionId: string): void;
  /** The callback URL as it may be shown; undefined where the agent is an application that ends with the test. */
  readonly shownUrl: string | undefined;
  /** What everything is sent with; hooks of a call of its own before those of the platform. */
  readonly contextWith: (hooks: PlatformHooks) => RunContext;
  waitForAgent(options?: { readonly timeout?: string | number }): Promise<void>;
  /** What went wrong behind an answer since the last time. */
  takeErrors(): readonly unknown[];
  readonly signal: AbortSignal;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** Opens the platform, then the application where one is given; closes again what is open where one fails. */
export const openAgent = async (options: ReadOptions): Promise<OpenAgent> => {
  const { configuration } = options.settings;
  return await withScales(configuration.currencyScales, async () => {
    const closing: (() => Promise<void>)[] = [];
    try {
      return await openAll(options, closing);
    } catch (error) {
      for (const close of closing.toReversed()) await close();
      throw error;
    }
  });
};

const openAll = async (options: ReadOptions, closing: (() => Promise<void>)[]): Promise<OpenAgent> => {
  const watch = createWatch(options);
  const server = await openTestServer(options, watch);
  closing.push(server.close);
  const hosted = await hostedApp(options, server.url);
  if (hosted !== undefined) closing.push(hosted.close);
  const callbackUrl = callbackUrlOf(options, hosted);
  const settings = {
    ...options.settings,
    agent: { ...options.settings.agent, callbackUrl },
    callbackUrl,
  };
  server.agents.configure([settings.agent]);
  watch.tellUrl(hosted === undefined ? shownUrl(callbackUrl) : undefined);
  const ending = new AbortController();
  const client = await openAgentClient({
    settings,
    callbackUrl,
    recorder: {
      record: (exchange) => server.context.live.record({ ...exchange, origin: 'run' }),
      close: async () => undefined,
    },
    allowPublicTarget: options.allowPublicTarget,
    signal: ending.signal,
  });
  closing.push(client.close);
  const named = new Map<string, string>();
  const connected: Connected = { options, settings, server, client, named };
  const desk = deskOf(connected, watch);
  watch.tellDesk(desk);
  return {
    ...{ server, desk, traffic: watch.traffic, findings: watch.findings },
    shownUrl: watch.url(),
    nameSession: (name, sessionId) => named.set(name, sessionId),
    contextWith: (hooks) => contextOf(connected, hooks),
    waitForAgent: async (wait = {}) => await waitUntilAnswered(connected, wait),
    takeErrors: watch.takeErrors,
    signal: ending.signal,
    isClosed: () => ending.signal.aborted,
    close: async () => {
      ending.abort();
      await desk.idle();
      for (const close of closing.splice(0).toReversed()) await close();
    },
  };
};

interface Connected {
  readonly options: ReadOptions;
  readonly settings: RunSettings;
  readonly server: TestServer;
  readonly client: AgentClient;
  /** session_ids of sessions that no agent has asked for, by their names. */
  readonly named: Map<string, string>;
}

const hostedApp = async ({ agent }: ReadOptions, platformUrl: string): Promise<HostedApp | undefined> =>
  agent.app === undefined ? undefined : await hostApp(agent.app, { platformUrl });

const callbackUrlOf = ({ agent }: ReadOptions, hosted: HostedApp | undefined): string => {
  const { url = '', path = '/callback' } = agent;
  return hosted === undefined ? url : new URL(path, hosted.url).href;
};

const contextOf = ({ options, client, server }: Connected, own: PlatformHooks = {}): RunContext => {
  const hooks = { ...options.hooks, ...own };
  return runContextOf(client, { ...restartHook(hooks), ...launchHook(hooks, client, server) });
};

const withNamed = (context: RunContext, { named }: Connected): RunContext => {
  const { sessions } = context;
  const idOf: SessionBook['idOf'] = (wanted) => named.get(wanted.name) ?? sessions.idOf(wanted);
  return { ...context, sessions: { ...sessions, idOf } };
};

/** A platform of our own knows an agent that gives up at once. */
const watchMs = 40;

const launchHook = (
  { launch }: PlatformHooks,
  { signal }: AgentClient,
  { context }: TestServer,
): Pick<RunHooks, 'launch'> =>
  launch === undefined
    ? {}
    : {
        launch: watchLaunch({
          launch: launchByFunction(launch),
          platform: context.launches.platform,
          // What the platform shows is masked already, and recorded.
          mask: (exchange) => exchange,
          record: () => undefined,
          clock: systemClock,
          signal,
          watchMs,
        }),
      };

const deskOf = (connected: Connected, watch: Watch): CallDesk => {
  const { options, settings, server } = connected;
  const { connections } = server.context;
  return createCallDesk({
    context: withNamed(contextOf(connected), connected),
    scales: settings.configuration.currencyScales,
    url: watch.url(),
    isStrict: options.isStrict,
    findings: watch.findings,
    onCalls: (account) => {
      for (const { judge } of connections.open()) judge.forget(account);
    },
    onDialect: (dialect) => connections.useDialect(settings.agent.id, dialect),
  });
};

/** Until the agent gives any answer below 500: a refusal is an answer, too. */
const waitUntilAnswered = async (connected: Connected, wait: { readonly timeout?: string | number }): Promise<void> => {
  const { client } = connected;
  const { timeout = '30s' } = checkKeys(wait, ['timeout'], 'waitForAgent');
  const waitMs = spanOf(timeout, 'timeout');
  const context = contextOf(connected);
  const awaited = await awaitAgent({
    ...{ waitMs, clock: systemClock, signal: client.signal },
    ask: async (timeoutMs) => {
      const play = openPlay(context, ownScenario('waiting', 'waiting'), 'wait');
      const asked = quietRead(play, mainAccount(context.players), 'valid');
      return await client.send({ ...asked, timeoutMs }, 'waiting');
    },
  });
  if (awaited.kind === 'came') return;
  const said = awaited.kind === 'absent' ? awaited.said : 'The platform was closed.';
  throw new WalletproofError(
    'environment',
    `The agent at ${shownUrl(client.callbackUrl)} did not answer within ${waitMs} ms: ${said}`,
    'Look whether it is started, and whether agent.url is its callback URL.',
  );
};

/** What the platform tells of itself, and who is told. */
const createWatch = ({ isStrict }: ReadOptions) => {
  const traffic = createTraffic();
  const findings = createFindingsBook(isStrict);
  const recent = new Map<string, ReportedExchange>();
  let errors: unknown[] = [];
  let url: string | undefined;
  let desk: CallDesk | undefined;
  return {
    traffic,
    findings,
    url: () => url,
    tellUrl: (shown: string | undefined) => {
      url = shown;
    },
    tellDesk: (opened: CallDesk) => {
      desk = opened;
    },
    takeErrors: () => errors.splice(0),
    onError: (error: unknown) => {
      errors = [...errors, error];
    },
    onExchange: (exchange: Exchange) => {
      traffic.note(exchange);
      keepRecent(recent, exchange);
      if (exchange.direction !== 'callback' || exchange.origin === 'run') return;
      const account = callbackOfBody(exchange.request.body);
      if (account !== undefined) desk?.book.touch(account);
    },
    onJudgement: ({ findings: found }: ExchangeJudgement) => {
      const exchanges = found.flatMap((each) => each.exchanges.flatMap((id) => recent.get(id) ?? []));
      findings.note(found, () => explainFindings(found, { exchanges, url }));
    },
  };
};

type Watch = ReturnType<typeof createWatch>;

/** What findings of live traffic are told with. */
const mostRecent = 1_000;

const keepRecent = (recent: Map<string, ReportedExchange>, exchange: Exchange): void => {
  recent.set(exchange.id, reportedExchange(exchange, 'traffic'));
  const [oldest] = recent.keys();
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
};
