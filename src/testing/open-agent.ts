import { randomBytes } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { withScales } from '../base/money.ts';
import { shownUrl } from '../base/shown.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { tool } from '../formats/package-files.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { createOperationJudge } from '../judge/requests/judge-requests.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import { type AgentClient, openAgentClient, runContextOf } from '../run/agent-client.ts';
import { awaitAgent } from '../run/await-agent.ts';
import { ownScenario, quietRead } from '../run/own-calls.ts';
import { openPlay } from '../run/play.ts';
import type { RunContext } from '../run/run-context.ts';
import { mainAccount } from '../run/run-players.ts';
import type { SessionBook } from '../run/session-book.ts';
import { openServer, type PlatformServer } from '../serve/open-server.ts';
import type { OpenRuns } from '../serve/run-host.ts';
import { createServedAgents, servedBounds } from '../serve/served-agents.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { callbackOfBody } from '../wire/codec.ts';
import { CallDesk } from './call-desk.ts';
import { explainFindings, FindingsBook } from './findings.ts';
import { hostApp, runHooks } from './given-agent.ts';
import { checkKeys, type PlatformHooks, type ReadOptions, spanOf, usage } from './options.ts';
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

/** `closing`: what closes each part, in the order in which they are opened. */
const connect = async (options: ReadOptions, closing: (() => Promise<void>)[]): Promise<OpenAgent> => {
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
  return new OpenAgent({ options, watch, server, client, ending, closing });
};

interface Parts {
  readonly options: ReadOptions;
  readonly watch: Watch;
  readonly server: PlatformServer;
  readonly client: AgentClient;
  readonly ending: AbortController;
  readonly closing: (() => Promise<void>)[];
}

/** The platform and the agent, connected to each other. */
export class OpenAgent {
  readonly server: PlatformServer;
  readonly traffic: Traffic;
  readonly findings: FindingsBook;
  readonly desk: CallDesk;
  /** session_ids that callbacks carry in sessions that no agent has asked for, by the names of the sessions. */
  readonly named = new Map<string, string>();
  /** The callback URL as it may be shown; undefined where the agent is an application that ends with the test. */
  readonly shownUrl: string | undefined;
  /** Aborted once it is closed. */
  readonly signal: AbortSignal;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    const { watch, server, ending } = parts;
    this.#parts = parts;
    this.server = server;
    this.traffic = watch.traffic;
    this.findings = watch.findings;
    this.shownUrl = watch.url;
    this.signal = ending.signal;
    this.desk = this.#openDesk();
    watch.desk = this.desk;
  }

  #openDesk(): CallDesk {
    const { options, server, client, watch } = this.#parts;
    const { connections } = server.context;
    const context = this.contextWith();
    const { sessions } = context;
    const idOf: SessionBook['idOf'] = (wanted) => this.named.get(wanted.name) ?? sessions.idOf(wanted);
    return new CallDesk({
      context: { ...context, sessions: { ...sessions, idOf } },
      scales: options.settings.configuration.currencyScales,
      url: watch.url,
      isStrict: options.isStrict,
      findings: watch.findings,
      onCalls: (account) => {
        for (const { judge } of connections.open()) judge.forget(account);
      },
      onDialect: (dialect) => connections.useDialect(client.settings.agent.id, dialect),
    });
  }

  /** What everything is sent with; hooks of a call of its own before those of the platform. */
  contextWith({ launch, restart }: PlatformHooks = {}): RunContext {
    const { options, client, server } = this.#parts;
    const hooks = { launch: launch ?? options.hooks.launch, restart: restart ?? options.hooks.restart };
    return runContextOf(client, runHooks(hooks, server, client.signal));
  }

  /** Until the agent gives any answer below 500: a refusal is an answer, too. */
  async waitForAgent(wait: { readonly timeout?: string | number } = {}): Promise<void> {
    const { client } = this.#parts;
    const { timeout = '30s' } = checkKeys(wait, ['timeout'], 'waitForAgent');
    const waitMs = spanOf(timeout, 'timeout');
    const context = this.contextWith();
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
  }

  /** What went wrong behind an answer since the last time. */
  takeErrors(): readonly unknown[] {
    return this.#parts.watch.errors.splice(0);
  }

  isClosed(): boolean {
    return this.signal.aborted;
  }

  async close(): Promise<void> {
    this.#parts.ending.abort();
    await this.desk.idle();
    for (const close of this.#parts.closing.splice(0).toReversed()) await close();
  }
}

/** What findings of live traffic are told with. */
const mostRecent = 1_000;

/** What the platform tells of itself, and who is told. */
class Watch {
  readonly traffic = new Traffic();
  readonly findings: FindingsBook;
  readonly errors: unknown[] = [];
  url: string | undefined;
  desk: CallDesk | undefined;
  readonly #recent = new Map<string, ReportedExchange>();

  constructor(options: ReadOptions) {
    this.findings = new FindingsBook(options);
  }

  noteExchange(exchange: Exchange): void {
    this.traffic.note(exchange);
    this.#recent.set(exchange.id, reportedExchange(exchange, 'traffic'));
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > mostRecent && oldest !== undefined) this.#recent.delete(oldest);
    if (exchange.direction !== 'callback' || exchange.origin === 'run') return;
    const account = callbackOfBody(exchange.request.body);
    if (account !== undefined) this.desk?.book.touch(account);
  }

  noteJudgement({ findings }: ExchangeJudgement): void {
    const exchanges = findings.flatMap((each) => each.exchanges.flatMap((id) => this.#recent.get(id) ?? []));
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
  throw usage(
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
