import { PlatformClock } from '../base/platform-clock.ts';
import { createWorkUnderWay, type WorkUnderWay } from '../base/work-under-way.ts';
import { createIds } from '../platform/create-ids.ts';
import { createPlatform, type Platform } from '../platform/create-platform.ts';
import { createHostCheck } from '../platform/host-check.ts';
import type { Exchange } from '../spec/exchange.ts';
import { createFaultBoard, type FaultBoard } from '../wire/faults.ts';
import { type AccountEvents, createAccountEvents, followedBy } from './account-events.ts';
import { AgentConnections } from './agent-connections.ts';
import { createEventBus, createJournalTail, type EventBus, type JournalTail } from './event-bus.ts';
import { createFindingsDesk, type FindingsDesk } from './findings-desk.ts';
import { createHandSessions, type HandSessions } from './hand-sessions.ts';
import { createKeptAccounts } from './kept-accounts.ts';
import { createOwnLaunches, type OwnLaunches } from './launch-platform.ts';
import { createLiveRecorder, type LiveRecorder } from './live-recorder.ts';
import type { Recorder } from './open-recorder.ts';
import { publishPacks } from './packs-port.ts';
import type { ServerOptions } from './server-options.ts';
import { publishSession } from './sessions-port.ts';
import { createWaitingDeliveries, type WaitingDeliveries } from './waiting-deliveries.ts';

/** What games, runs and the admin API work with. */
export interface ServedCore {
  readonly clock: PlatformClock;
  /** What has to come to rest before the clock is moved on. */
  readonly work: WorkUnderWay;
  readonly bus: EventBus;
  readonly tail: JournalTail;
  readonly accounts: AccountEvents;
  readonly handSessions: HandSessions;
  readonly findings: FindingsDesk;
  readonly faults: FaultBoard;
  readonly live: LiveRecorder;
  readonly launches: OwnLaunches;
  readonly platform: Platform;
  readonly connections: AgentConnections;
  /** What waits to be sent again. */
  readonly waiting: WaitingDeliveries;
  /** Ends what waits: callbacks that are late, and retries. */
  readonly closing: AbortController;
}

/** Wires them. */
export const wireCore = (options: ServerOptions, recorder: Recorder, baseUrl: () => string): ServedCore => {
  const { agentId, dice, onError } = options;
  const time = timeOf(options);
  const { clock } = time;
  const bus = createEventBus(onError);
  const tail = createJournalTail({ journal: recorder.journal, bus, onError });
  const faults = createFaultBoard({ newId: createIds(dice.fork('faults')) });
  faults.onChange((list) => bus.publish({ kind: 'faults', faults: list }));
  const launches = createOwnLaunches({ baseUrl, faults });
  const { journal } = recorder;
  const findings = createFindingsDesk({ journal, bus, now: clock.now, onError });
  const live = createLiveRecorder({
    recorder,
    bus,
    ...{ hear: findings.hear, count: findings.count },
    judgeOperation: options.judgeOperation,
    watch: (exchange) => {
      tail.wake();
      handSessions.note(exchange);
      findings.watch(exchange);
      options.watch(exchange);
    },
  });
  const closing = new AbortController();
  const parts = { options, recorder, clock, bus, tail, live, closing };
  const connections = connectionsOf(parts, () => accounts.wake());
  const { kept } = recorder.journal;
  const followed = () => followedBy(connections.open());
  const accounts = createAccountEvents({
    ...{ accounts: createKeptAccounts({ kept, followed }), agentId, bus, onError },
  });
  const platform = platformOf({ options, clock, recorder, baseUrl, live, launches, bus });
  const handSessions = createHandSessions({
    ...{ kept, clock, sessions: platform.sessions },
    onSession: (session) => bus.publish({ kind: 'session', session }),
  });
  const waiting = createWaitingDeliveries({ clock, bus });
  const told = { bus, tail, accounts, handSessions, live, waiting, findings };
  return { ...time, ...told, faults, launches, platform, connections, closing };
};

interface ConnectionParts extends Pick<ServedCore, 'clock' | 'bus' | 'tail' | 'live' | 'closing'> {
  readonly options: ServerOptions;
  readonly recorder: Recorder;
}

/** What is sent over them is recorded, and judged. */
const connectionsOf = (
  { options, recorder, clock, bus, tail, live, closing }: ConnectionParts,
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

/** The clock that everything here goes by; it is moved on when what it woke is at rest. */
const timeOf = ({ clock: base }: ServerOptions): Pick<ServedCore, 'clock' | 'work'> => {
  const clock: PlatformClock = new PlatformClock({ base, idle: () => work.quiet() });
  const work = createWorkUnderWay(clock);
  return { clock, work };
};

interface PlatformParts extends Pick<ServedCore, 'clock' | 'live' | 'launches' | 'bus'> {
  readonly options: ServerOptions;
  readonly recorder: Pick<Recorder, 'journal' | 'maskExchange'>;
  readonly baseUrl: () => string;
}

/** The request API: what the agent asks is recorded, judged and shown to a run that watches. */
const platformOf = ({ options, clock, recorder, baseUrl, live, launches, bus }: PlatformParts): Platform => {
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
    onSession: (session) => publishSession(bus, platform, session),
    explain,
    record: (received) => {
      const clean = recorder.maskExchange(received);
      // What somebody sent in the agent's place is nothing that a run waits for.
      const isOfAgent = clean.origin === undefined;
      const exchange = isOfAgent ? launches.mark(clean) : clean;
      live.record(exchange);
      if (isOfAgent) launches.show(exchange);
      if (isAboutPacks(exchange)) publishPacks(bus, platform);
    },
    onError,
  });
  return platform;
};

const isAboutPacks = ({ kind, refusal }: Exchange): boolean =>
  refusal === undefined && (kind === 'freespins_grant' || kind === 'freespins_delete');
