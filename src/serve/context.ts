import { PlatformClock } from '../base/platform-clock.ts';
import { shownUrl } from '../base/shown.ts';
import { createWorkUnderWay, type WorkUnderWay } from '../base/work-under-way.ts';
import type { SendCallback } from '../games/callbacks.ts';
import { Games } from '../games/games.ts';
import { createIds } from '../platform/create-ids.ts';
import { createPlatform, type Platform } from '../platform/create-platform.ts';
import { createHostCheck } from '../platform/host-check.ts';
import type { Exchange } from '../spec/exchange.ts';
import { createFaultBoard, type FaultBoard } from '../wire/faults.ts';
import { type AccountEvents, createAccountEvents, followedBy } from './account-events.ts';
import { AgentConnections } from './agent-connections.ts';
import { AgentHealth } from './agent-health.ts';
import { createEventBus, createJournalTail, type EventBus, type JournalTail } from './event-bus.ts';
import { createFindingsDesk, type FindingsDesk } from './findings-desk.ts';
import { createHandCallbacks, type HandCallbacks } from './hand-callbacks.ts';
import { createHandSessions, type HandSessions } from './hand-sessions.ts';
import { type SeenJournal, withJournalsBeside } from './journals-beside.ts';
import { createKeptAccounts } from './kept-accounts.ts';
import { createOwnLaunches, type OwnLaunches } from './launch-platform.ts';
import { createLiveRecorder, type LiveRecorder } from './live-recorder.ts';
import { createMutedFindings, type MutedFindings } from './muted-findings.ts';
import type { Recorder } from './open-recorder.ts';
import { createOpenedAgents, type OpenedAgents } from './opened-agents.ts';
import { createRequestSender } from './request-by-hand.ts';
import { createRunHost, type OpenRuns, type RunHost } from './run-host.ts';
import { createScenarioStore, type ScenarioStore } from './scenario-store.ts';
import { createSendCallback } from './send-callback.ts';
import type { ServerOptions } from './server-options.ts';
import { clockView, publishPacks, publishSession } from './views.ts';
import { createWaitingDeliveries, type WaitingDeliveries } from './waiting-deliveries.ts';
import { watchLag } from './watch-lag.ts';

/** What a platform that serves is made of. Games, runs and the admin API act on it. */
export interface Context extends Core {
  readonly scenarios: ScenarioStore;
  /** Absent where there is no file to write in. */
  readonly muted: MutedFindings | undefined;
  readonly runHost: RunHost;
  readonly runs: OpenRuns;
  /** The journal as pages see it. */
  readonly journal: SeenJournal;
  readonly sendCallback: SendCallback;
  readonly games: Games;
  /** What is sent by hand. */
  readonly hand: HandCallbacks;
  /** Ends deliveries, runs and what waits. */
  close(): Promise<void>;
}

/** What is made before scenarios and runs. */
interface Core {
  readonly options: ServerOptions;
  /** Where others reach the platform; known once it listens. */
  readonly baseUrl: () => string;
  readonly recorder: Recorder;
  /** When it began, by the machine's clock, in Unix milliseconds. */
  readonly startedAt: number;
  /** The longest time of the last minute in which the platform could do nothing, in milliseconds. */
  readonly lagMs: () => number;
  readonly clock: PlatformClock;
  /** What has to come to rest before the clock is moved on. */
  readonly work: WorkUnderWay;
  readonly bus: EventBus;
  readonly tail: JournalTail;
  readonly accounts: AccountEvents;
  readonly handSessions: HandSessions;
  readonly findings: FindingsDesk;
  /** Of the main agent. */
  readonly health: AgentHealth;
  readonly faults: FaultBoard;
  readonly live: LiveRecorder;
  readonly launches: OwnLaunches;
  readonly platform: Platform;
  readonly opened: OpenedAgents;
  /** An id for each launch by hand. */
  readonly newLaunchId: () => string;
  readonly connections: AgentConnections;
  /** What waits to be sent again. */
  readonly waiting: WaitingDeliveries;
  /** Ends what waits: callbacks that are late, and retries. */
  readonly closing: AbortController;
}

/** Makes them, all recording to one journal. */
export const openContext = async (
  given: ServerOptions,
  recorder: Recorder,
  baseUrl: () => string,
): Promise<Context> => {
  const options = withOwnIds(given, recorder);
  const core = openCore(options, recorder, baseUrl);
  const { bus, tail, accounts, findings, health, connections, waiting, closing } = core;
  const { agents, agentId, suite, scenariosFolder: folder, baselineFile } = options;
  // Open pages read the agents anew.
  const forget = agents.onChange(() => bus.publish({ kind: 'agents' }));
  const scenarios = createScenarioStore({
    ...{ suite, folder },
    playArguments: () => ['--callback-url', shownUrl(agents.now.get(agentId)?.callbackUrl ?? 'URL')],
    onChange: () => bus.publish({ kind: 'scenarios' }),
  });
  const muted = baselineFile === undefined ? undefined : createMutedFindings(baselineFile);
  const hand = handCallbacksOf(core);
  const runHost = createRunHost({ ...core, scenarios, muted, hand });
  const runs = await options.openRuns(runHost);
  const sendCallback = sendCallbackOf(core);
  const games = gamesOf(core, sendCallback);
  const keeping = games.keep(closing.signal);
  const close = async (): Promise<void> => {
    closing.abort();
    await keeping;
    forget();
    tail.close();
    waiting.close();
    health.close();
    await runs.close();
    await connections.close();
    accounts.close();
    await findings.close();
  };
  const journal = withJournalsBeside(recorder.journal, runs.journals ?? new Map(), findings.evidence);
  return { ...core, scenarios, muted, runHost, runs, journal, sendCallback, games, hand, close };
};

/** A fixed seed would draw the ids of the sessions that an earlier start has kept. */
const withOwnIds = (options: ServerOptions, { journal: { kept } }: Recorder): ServerOptions =>
  kept.earlierStarts === 0 ? options : { ...options, dice: options.dice.fork(`start ${kept.earlierStarts}`) };

const openCore = (options: ServerOptions, recorder: Recorder, baseUrl: () => string): Core => {
  const { agentId, dice, onError } = options;
  const { journal } = recorder;
  const { kept } = journal;
  // It is moved on when what it woke is at rest.
  const clock: PlatformClock = new PlatformClock({ base: options.clock, idle: () => work.quiet() });
  const work = createWorkUnderWay(clock);
  clock.onChange(() => bus.publish({ kind: 'clock', clock: clockView(clock) }));
  const bus = createEventBus(onError);
  const tail = createJournalTail({ journal, bus, onError });
  const faults = createFaultBoard({ newId: createIds(dice.fork('faults')) });
  faults.onChange((list) => bus.publish({ kind: 'faults', faults: list }));
  const launches = createOwnLaunches({ baseUrl, faults });
  const findings = createFindingsDesk({ journal, bus, now: clock.now, onError });
  const health = new AgentHealth(agentId, bus);
  const live = createLiveRecorder({
    ...{ recorder, launches, bus },
    ...{ hear: findings.hear, count: findings.count },
    judgeOperation: options.judgeOperation,
    watch: (exchange) => {
      tail.wake();
      handSessions.note(exchange);
      health.note(exchange);
      if (isAboutPacks(exchange)) publishPacks({ bus, platform });
      options.watch(exchange);
    },
  });
  const closing = new AbortController();
  const begun: Begun = {
    ...{ startedAt: options.clock.now(), lagMs: watchLag(closing.signal) },
    opened: createOpenedAgents(options.agents, journal),
    newLaunchId: createIds(dice.fork('hand').fork('sessions')),
    options,
    baseUrl,
    recorder,
    clock,
    work,
    bus,
    tail,
    faults,
    launches,
    findings,
    health,
    live,
    closing,
  };
  const connections = connectionsOf(begun, () => accounts.wake());
  const accounts = createAccountEvents({
    accounts: createKeptAccounts({ kept, followed: () => followedBy(connections.open()) }),
    ...{ agentId, bus, onError },
  });
  const platform = platformOf(begun);
  const handSessions = createHandSessions({
    ...{ kept, clock, sessions: platform.sessions },
    onSession: (session) => bus.publish({ kind: 'session', session }),
  });
  const waiting = createWaitingDeliveries({ clock, bus });
  return { ...begun, connections, accounts, platform, handSessions, waiting };
};

/** What is made before the platform and the connections to agents. */
type Begun = Omit<Core, 'connections' | 'accounts' | 'platform' | 'handSessions' | 'waiting'>;

/** What is sent over them is recorded, and judged. */
const connectionsOf = (
  { options, recorder, clock, bus, tail, live, closing }: Begun,
  onJudged: () => void,
): AgentConnections =>
  new AgentConnections({
    signal: closing.signal,
    agents: options.agents.now,
    callbacks: options.callbacks,
    quirks: options.configuration.quirks,
    ...{ record: live.record, mask: recorder.maskExchange },
    keep: (judgement) => {
      live.keep(judgement);
      onJudged();
    },
    clock,
    dice: options.dice.fork('courier'),
    ...{ allowPublicTarget: options.allowPublicTarget, ca: options.ca },
    ...{ ratePerSecond: options.ratePerSecond, memory: options.memory },
    searchDialect: async (refused) =>
      await options.searchDialect?.(refused, (exchange) => {
        recorder.record({ ...recorder.maskExchange(exchange), origin: 'run' });
        tail.wake();
      }),
    // Pages show how callbacks are signed.
    onDialect: () => bus.publish({ kind: 'gap' }),
    onError: options.onError,
  });

/** The request API: what the agent asks is recorded, judged and shown to a run that watches. */
const platformOf = ({ options, baseUrl, recorder, clock, live, launches, bus }: Begun): Platform => {
  const { configuration, agents, games, dice, explain = 'afterwards', onError } = options;
  const platform = createPlatform({
    agents: agents.now,
    tokensOf: agents.tokensOf,
    games,
    quirks: configuration.quirks,
    clock,
    dice,
    kept: recorder.journal.kept,
    baseUrl,
    allowsHost: createHostCheck(configuration, baseUrl),
    operationFault: launches.operationFault,
    onSession: (session) => publishSession({ bus, platform }, session),
    explain,
    record: live.operation,
    onError,
  });
  return platform;
};

const isAboutPacks = ({ kind, refusal }: Exchange): boolean =>
  refusal === undefined && (kind === 'freespins_grant' || kind === 'freespins_delete');

/** Callbacks of the games: with the faults that are switched on. */
const sendCallbackOf = ({ options, recorder, connections, work, faults, live, waiting }: Core): SendCallback => {
  const send = createSendCallback({
    connections,
    configuration: options.configuration,
    callbacks: options.callbacks,
    clock: work.clock,
    dice: options.dice.fork('games'),
    deviate: faults.takeCallback,
    judgementOf: live.judgementOf,
    onWait: waiting.begin,
    mask: recorder.mask,
  });
  return async (callback, order) => await work.run(async () => await send(callback, order));
};

const gamesOf = ({ options, recorder, platform, bus, connections }: Core, sendCallback: SendCallback): Games =>
  new Games({
    platform,
    kept: recorder.journal.kept,
    hasAddress: connections.hasAddress,
    quirks: options.configuration.quirks,
    dice: options.dice.fork('games'),
    sendCallback,
    onEvent: {
      packs: () => publishPacks({ bus, platform }),
      session: (session) => publishSession({ bus, platform }, session),
    },
    onError: options.onError,
  });

/** What is sent by hand: the clock is moved on when it has been answered. */
const handCallbacksOf = ({ options, recorder, work, faults, platform, connections, closing }: Core): HandCallbacks => {
  const { agentId, agents, otherToken, dice } = options;
  const hand = createHandCallbacks({
    connections,
    agentId,
    agents: agents.now,
    games: () => platform.catalogue.games(),
    otherToken,
    sessions: platform.sessions,
    packs: platform.packs,
    quirks: options.configuration.quirks,
    journal: recorder.journal,
    sendRequest: createRequestSender({
      ...{ platform, agentId, clock: work.clock, signal: closing.signal },
      tokenOf: (id) => agents.now.get(id)?.token,
    }),
    deviate: faults.takeCallback,
    clock: work.clock,
    dice: dice.fork('hand'),
  });
  return {
    trigger: (order) => work.run(() => hand.trigger(order)),
    resend: (exchangeId, order) => work.run(() => hand.resend(exchangeId, order)),
    rollback: (exchangeId) => work.run(() => hand.rollback(exchangeId)),
    askQuietly: () => work.run(() => hand.askQuietly()),
  };
};

/** Hears every event from now on, until the function given back is called. */
export const listenTo = ({ tail, accounts, bus }: Context, hear: Parameters<EventBus['listen']>[0]): (() => void) => {
  tail.begin();
  accounts.begin();
  return bus.listen(hear);
};

/** Faults, clock, sessions, packs and accounts as at the start; the journal is kept. */
export const beginAnew = ({ recorder, faults, clock, games, platform, connections, bus, ...rest }: Context): void => {
  faults.clear();
  clock.shift(0);
  games.clear();
  for (const each of [platform.sessions, platform.demos, platform.packs, recorder.journal.kept]) each.clear();
  for (const { judge } of connections.open()) judge.reset();
  for (const each of [rest.accounts, rest.handSessions, rest.findings]) each.clear();
  bus.publish({ kind: 'reset' });
};

/**
 * Ends what the platform does for an agent that is not served any more: what is under way is
 * interrupted, and nothing is left of it but the exchanges of the journal, where they stay as evidence.
 */
export const endAgent = async (context: Context, agentId: number): Promise<void> => {
  const { faults, games, platform, connections, accounts, handSessions, bus } = context;
  for (const each of [faults, games, platform.sessions, platform.demos, platform.packs]) each.forgetAgent(agentId);
  await connections.end(agentId);
  for (const each of [accounts, handSessions]) each.forgetAgent(agentId);
  publishPacks(context);
  // Open pages read the sessions anew.
  bus.publish({ kind: 'gap' });
};
