import { randomBytes } from 'node:crypto';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { withScales } from '../base/money.ts';
import { shownUrl } from '../base/shown.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { tool } from '../formats/package-files.ts';
import type { LaunchAnswer } from '../judge/requests/judge-launches.ts';
import { createOperationJudge } from '../judge/requests/judge-requests.ts';
import { type AgentClient, openAgentClient, runContextOf } from '../run/agent-client.ts';
import { awaitAgent } from '../run/await-agent.ts';
import { ownScenario, quietRead } from '../run/own-calls.ts';
import { openPlay } from '../run/play.ts';
import type { RunContext, RunHooks } from '../run/run-context.ts';
import { mainAccount } from '../run/run-players.ts';
import type { LaunchRequest, SessionBook } from '../run/session-book.ts';
import { watchLaunch } from '../run/watch-launch.ts';
import { openServer, type PlatformServer } from '../serve/open-server.ts';
import type { OpenRuns } from '../serve/run-host.ts';
import { createServedAgents, servedBounds } from '../serve/served-agents.ts';
import type { Exchange } from '../spec/exchange.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';
import { callbackOfBody } from '../wire/codec.ts';
import { CallDesk } from './call-desk.ts';
import {
  type App,
  type AppFactory,
  type AppModule,
  checkKeys,
  type LaunchFunction,
  type PlatformHooks,
  type ReadOptions,
  spanOf,
} from './options.ts';
import { explainFindings, FindingsBook } from './results.ts';
import { shippedCases } from './shipped-cases.ts';
import { Traffic } from './traffic.ts';

/** Opens the platform, then the application where one is given; closes again what is open where one fails. */
export const openAgent = async (options: ReadOptions): Promise<OpenAgent> =>
  await withScales(options.settings.configuration.currencyScales, async () => {
    const closing: (() => Promise<void>)[] = [];
    try {
      return await connect(options, closing);
    } catch (error) {
      for (const close of closing.toReversed()) await close();
      throw error;
    }
  });

/** The platform and the agent, connected to each other. */
export type OpenAgent = Awaited<ReturnType<typeof connect>>;

/** `closing`: what closes each part, in the order in which they are opened. */
const connect = async (options: ReadOptions, closing: (() => Promise<void>)[]) => {
  const { app, url = '', path = '/callback' } = options.agent;
  const watch = new Watch(options);
  const server = await openPlatform(options, watch);
  closing.push(server.close);
  const hosted = app && (await hostApp(app, server.url));
  if (hosted !== undefined) closing.push(hosted.close);
  const callbackUrl = hosted === undefined ? url : new URL(path, hosted.url).href;
  if (hosted === undefined) watch.url = shownUrl(callbackUrl);
  const settings = { ...options.settings, agent: { ...options.settings.agent, callbackUrl }, callbackUrl };
  server.agents.configure([settings.agent]);
  const ending = new AbortController();
  const { signal } = ending;
  const { live, connections } = server.context;
  const client = await openAgentClient({
    settings,
    callbackUrl,
    recorder: { record: (exchange) => live.record({ ...exchange, origin: 'run' }), close: async () => undefined },
    allowPublicTarget: options.allowPublicTarget,
    signal,
  });
  closing.push(client.close);
  const contextWith = ({ launch, restart }: PlatformHooks = {}): RunContext => {
    const hooks = { launch: launch ?? options.hooks.launch, restart: restart ?? options.hooks.restart };
    return runContextOf(client, runHooks(hooks, server, signal));
  };
  const named = new Map<string, string>();
  const desk = new CallDesk({
    context: withNamed(contextWith(), named),
    scales: settings.configuration.currencyScales,
    url: watch.url,
    isStrict: options.isStrict,
    findings: watch.findings,
    onCalls: (account) => {
      for (const { judge } of connections.open()) judge.forget(account);
    },
    onDialect: (dialect) => connections.useDialect(settings.agent.id, dialect),
  });
  watch.desk = desk;
  return {
    server,
    desk,
    traffic: watch.traffic,
    findings: watch.findings,
    /** session_ids that callbacks carry in sessions that no agent has asked for, by the names of the sessions. */
    named,
    /** The callback URL as it may be shown; undefined where the agent is an application that ends with the test. */
    shownUrl: watch.url,
    /** What everything is sent with; hooks of a call of its own before those of the platform. */
    contextWith,
    waitForAgent: async (wait?: { readonly timeout?: string | number }) =>
      await waitUntilAnswered(client, contextWith(), wait),
    /** What went wrong behind an answer since the last time. */
    takeErrors: (): readonly unknown[] => watch.errors.splice(0),
    /** Aborted once it is closed. */
    signal,
    close: async (): Promise<void> => {
      ending.abort();
      await desk.idle();
      for (const close of closing.splice(0).toReversed()) await close();
    },
  };
};

const withNamed = (context: RunContext, named: ReadonlyMap<string, string>): RunContext => {
  const { sessions } = context;
  const idOf: SessionBook['idOf'] = (wanted) => named.get(wanted.name) ?? sessions.idOf(wanted);
  return { ...context, sessions: { ...sessions, idOf } };
};

/** Until the agent gives any answer below 500: a refusal is an answer, too. */
const waitUntilAnswered = async (
  client: AgentClient,
  context: RunContext,
  wait: { readonly timeout?: string | number } = {},
): Promise<void> => {
  const { timeout = '30s' } = checkKeys(wait, ['timeout'], 'waitForAgent');
  const waitMs = spanOf(timeout, 'timeout');
  const awaited = await awaitAgent({
    waitMs,
    clock: systemClock,
    signal: client.signal,
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
class Watch {
  readonly traffic = new Traffic();
  readonly findings: FindingsBook;
  readonly errors: unknown[] = [];
  url: string | undefined;
  desk: CallDesk | undefined;

  constructor(options: ReadOptions) {
    this.findings = new FindingsBook(options);
  }

  noteExchange(exchange: Exchange): void {
    this.traffic.note(exchange);
    if (exchange.direction !== 'callback' || exchange.origin === 'run') return;
    const account = callbackOfBody(exchange.request.body);
    if (account !== undefined) this.desk?.book.touch(account);
  }

  noteJudgement({ findings }: ExchangeJudgement): void {
    if (findings.length === 0) return;
    const exchanges = this.traffic.named(new Set(findings.flatMap((each) => each.exchanges)));
    this.findings.note(findings, () => explainFindings(findings, { exchanges, url: this.url }));
  }
}

/** The platform as `serve` opens it: on a free port, in memory, quiet, writing no files. */
const openPlatform = async ({ settings, games, allowPublicTarget }: ReadOptions, watch: Watch) => {
  const { configuration, agent, otherToken, seed, nonce, timeoutMs } = settings;
  const agents = createServedAgents([agent], { ...servedBounds });
  const judge = () => createOperationJudge((agentId) => agents.now.get(agentId)?.token);
  let requests = judge();
  const callbacks = { ...configuration.callbacks, timeout: `${timeoutMs}ms` };
  const server = await openServer({
    configuration,
    agents,
    games,
    otherToken,
    allowPublicTarget,
    host: '127.0.0.1',
    port: 0,
    journalFile: ':memory:',
    scenariosFolder: 'scenarios',
    agentId: agent.id,
    callbacks: () => callbacks,
    explain: 'in-answer',
    about: { version: tool().version, seed, exampleAgent: 'none' },
    newToken: () => randomBytes(32).toString('hex'),
    suite: async () => shippedCases(),
    openRuns: async () => noRuns,
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}`),
    watch: (exchange) => watch.noteExchange(exchange),
    judgeOperation: (exchange) => requests.judge(exchange),
    onError: (error) => watch.errors.push(error),
  });
  server.context.bus.listen((event) => {
    if (event.kind === 'judgement') watch.noteJudgement(event.judgement);
  });
  const reset = (): void => {
    server.reset();
    // What one test asked is no repetition in the next one.
    requests = judge();
  };
  server.unref();
  return { ...server, agents, reset };
};

const noRun = (): never => {
  throw usageError(
    'The platform of a test starts no runs from its dashboard.',
    'Use conformanceTests() in the test, or walletproof serve.',
  );
};

/** The suite is played by `conformanceTests`. */
const noRuns: OpenRuns = {
  list: () => [],
  start: async () => noRun(),
  one: async () => undefined,
  view: async () => undefined,
  report: async () => undefined,
  compare: async () => undefined,
  interrupt: () => false,
  watch: { view: () => ({ state: 'off' }), begin: () => noRun(), end: () => false },
  close: async () => undefined,
};

/** An app that answers on a loopback port of its own. */
interface HostedApp {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Puts the app on a free port of 127.0.0.1; a WalletproofError where it is none. */
const hostApp = async (given: App | AppFactory, platformUrl: string): Promise<HostedApp> => {
  const app = appIn(isFactory(given) ? await given({ platformUrl }) : given);
  const server = app instanceof Server ? app : createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A test that forgets to close the platform ends all the same.
  server.unref().on('connection', (socket) => socket.unref());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

const isFactory = (given: App | AppFactory): given is AppFactory => typeof given === 'function' && given.length < 2;

/** The app itself, or that of a module: import() of CommonJS wraps it once more. */
const appIn = (given: unknown): App => {
  const { app, default: exported } = membersOf(given);
  const inner = membersOf(exported);
  const found = [given, app, exported, inner.app, inner.default].find(isApp);
  if (found === undefined) {
    throw usageError(
      'agent.app is no application: it gave neither a (req, res) listener nor an http.Server.',
      'Give an Express app, app.callback() of Koa, a (req, res) listener, an http.Server, or a function that imports a module with one as its default export or as `app`.',
    );
  }
  if (found instanceof Server && found.listening) {
    throw usageError(
      'agent.app is a server that listens already.',
      'Give its callback URL as agent.url, or a server that does not listen yet.',
    );
  }
  return found;
};

const membersOf = (given: unknown): AppModule => (typeof given === 'object' && given !== null ? given : {});

const isApp = (value: unknown): value is App =>
  value instanceof Server || (typeof value === 'function' && value.length >= 2);

/** A platform of our own knows an agent that gives up at once. */
const watchMs = 40;

/** The hooks of a test as a run asks for them. */
const runHooks = ({ launch, restart }: PlatformHooks, { context }: PlatformServer, signal: AbortSignal): RunHooks => ({
  restart: restart && restartBy(restart),
  launch:
    launch &&
    watchLaunch({
      launch: launchBy(launch),
      platform: context.launches.platform,
      // What the platform shows is masked already, and recorded.
      mask: (exchange) => exchange,
      record: () => undefined,
      clock: systemClock,
      signal,
      watchMs,
    }),
});

/** What stood in the way of a restart, if anything. */
const restartBy = (restart: () => unknown) => async (): Promise<string | undefined> => {
  try {
    await restart();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/** What the agent answered to a launch, as one of a scenario is judged. */
const launchBy =
  (launch: LaunchFunction) =>
  async ({ player, username, gameId, currency }: LaunchRequest): Promise<LaunchAnswer> => {
    const { id: playerId, language } = player;
    try {
      return await answerOf(await launch({ playerId, playerUsername: username, currency, gameId, language }));
    } catch (error) {
      return { kind: 'answered', status: 500, body: messageOf(error) };
    }
  };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const answerOf = async (given: unknown): Promise<LaunchAnswer> => {
  if (given instanceof Response) {
    const location = given.headers.get('location') ?? undefined;
    return { kind: 'answered', status: given.status, body: await given.text(), location };
  }
  if (typeof given === 'object' && given !== null && 'status' in given) {
    const { status, body, location } = given as { status: unknown; body?: unknown; location?: string };
    return { kind: 'answered', status: Number(status), body: textOf(body), location };
  }
  return { kind: 'answered', status: 200, body: textOf(given) };
};

const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
