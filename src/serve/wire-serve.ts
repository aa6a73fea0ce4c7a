import type { Express, Router } from 'express';
import { createDashboard } from '../api/create-dashboard.ts';
import type { FaultBoard } from '../faults/fault-board.ts';
import { createFaultBoard } from '../faults/fault-board.ts';
import { createGames } from '../games/create-games.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Platform } from '../platform/create-platform.ts';
import { createPlatform } from '../platform/create-platform.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { ShiftedClock } from '../world/clock.ts';
import { createShiftedClock } from '../world/clock.ts';
import { portsOf } from './admin-ports.ts';
import type { AgentLines } from './agent-lines.ts';
import type { ScenarioDesk } from './create-scenario-desk.ts';
import { createScenarioDesk } from './create-scenario-desk.ts';
import { createSendCallback } from './create-send-callback.ts';
import type { EventHub, JournalTail } from './event-bus.ts';
import { createEventHub, createJournalTail } from './event-bus.ts';
import type { OwnLaunches } from './launch-platform.ts';
import { createOwnLaunches } from './launch-platform.ts';
import type { Witness } from './observer.ts';
import { createWitness } from './observer.ts';
import type { Recorder } from './open-recorder.ts';
import { openServedLines } from './open-served-lines.ts';
import { tellPacks } from './packs-port.ts';
import type { Backstage, StageOptions } from './serve-options.ts';
import { sessionView } from './sessions-port.ts';

/** Platform, games and dashboard on one app, all recording to the same journal. */
interface WiredStage {
  readonly app: Express;
  /** Ends deliveries, runs and event streams. */
  close(): Promise<void>;
}

/** Wires them. `baseUrl` is known once the server listens. */
export const wireStage = async (
  options: StageOptions,
  recorder: Recorder,
  baseUrl: () => string,
): Promise<WiredStage> => {
  const house = furnishHouse(options, recorder, baseUrl);
  const platform = openServedPlatform(house);
  const lines = openServedLines(house);
  const scenarios = openServedScenarios(house);
  const runs = await options.openRuns(backstageOf(house, scenarios, lines));
  const dashboard = createDashboard({
    ports: portsOf(house, { platform, lines, scenarios, runs }),
    version: options.about.version,
    startedAt: options.clock.now(),
    admin: options.configuration.admin,
    secrets: recorder.secrets,
    onError: options.onError,
  });
  platform.app.use(openServedGames(house, platform, lines), dashboard.router);
  return {
    app: platform.app,
    close: async () => {
      house.closing.abort();
      house.tail.close();
      dashboard.close();
      await runs.close();
      await lines.close();
    },
  };
};

/** What everything on the stage shares. */
export interface House extends Omit<StageOptions, 'clock'> {
  readonly clock: ShiftedClock;
  readonly recorder: Recorder;
  readonly baseUrl: () => string;
  readonly hub: EventHub;
  readonly tail: JournalTail;
  readonly witness: Witness;
  readonly faults: FaultBoard;
  readonly launches: OwnLaunches;
  readonly closing: AbortController;
}

/** Furnishes the house: nothing in it sends or answers yet. */
export const furnishHouse = (
  options: StageOptions,
  recorder: Recorder,
  baseUrl: () => string,
): House => {
  const hub = createEventHub(options.onError);
  const { tell, isHeard } = hub;
  const tail = createJournalTail({ ...options, journal: recorder.journal, tell, isHeard });
  const faults = createFaultBoard({ newId: createIds(options.dice.fork('faults')) });
  faults.onChange((list) => tell({ kind: 'faults', faults: list }));
  const watch: StageOptions['watch'] = (exchange) => {
    tail.wake();
    options.watch(exchange);
  };
  return {
    ...options,
    ...{ recorder, baseUrl, hub, tail, faults },
    clock: createShiftedClock(options.clock),
    witness: createWitness({ ...options, recorder, tell, watch }),
    launches: createOwnLaunches({ baseUrl, faults }),
    closing: new AbortController(),
  };
};

/** What runs that are started here need of the platform. */
export const backstageOf = (
  { agent, clock, recorder, tail, launches, hub }: House,
  scenarios: ScenarioDesk,
  lines: AgentLines,
): Backstage => ({
  clock,
  scenarios,
  record: (exchange) => {
    // What the agent asks meanwhile is the platform's own to record.
    if (exchange.direction !== 'callback') return;
    recorder.record({ ...exchange, origin: 'run' });
    tail.wake();
  },
  platform: launches.platform,
  standAside: async () => {
    // Opened by now at the latest: a judge that comes later would not know of the run.
    await lines.to(agent.id);
    const resumptions = lines.open().map(({ judge }) => judge.standAside());
    return () => {
      for (const resume of resumptions) resume();
    };
  },
  useDialect: (dialect) => {
    if (lines.dialectOf(agent.id) === dialect) return;
    lines.useDialect(agent.id, dialect);
    // Pages show how callbacks are signed.
    hub.tell({ kind: 'gap' });
  },
  onRun: (run) => hub.tell({ kind: 'run', run }),
});

/** The games: their callbacks go over the lines, with the faults that are switched on. */
const openServedGames = (
  { hub, faults, witness, closing, ...house }: House,
  platform: Platform,
  lines: AgentLines,
): Router => {
  const dice = house.dice.fork('games');
  return createGames({
    platform,
    quirks: house.configuration.quirks,
    dice,
    sendCallback: createSendCallback({
      ...{ ...house, dice, lines },
      deviate: faults.takeCallback,
      judgementOf: witness.judgementOf,
      mask: house.recorder.mask,
      signal: closing.signal,
    }),
    onEvent: {
      packs: () => tellPacks(hub, platform),
      session: (sessionId) => {
        const session = hub.isHeard() ? platform.sessions.find(sessionId) : undefined;
        if (session === undefined) return;
        const { catalogue } = platform;
        hub.tell({
          kind: 'session',
          session: sessionView({ session, state: 'active', catalogue }),
        });
      },
    },
    onError: house.onError,
  });
};

/** The request API: what the agent asks is recorded, judged and shown to a run that watches. */
export const openServedPlatform = ({
  configuration,
  launches,
  witness,
  hub,
  ...house
}: House): Platform => {
  const platform = createPlatform({
    ...house,
    agents: configuration.agents,
    quirks: configuration.quirks,
    explain: house.explain ?? 'afterwards',
    operationFault: launches.operationFault,
    record: (exchange) => {
      witness.record(exchange);
      launches.show(exchange);
      if (isAboutPacks(exchange)) tellPacks(hub, platform);
    },
    onSession: (session) => {
      if (!hub.isHeard()) return;
      const { catalogue } = platform;
      hub.tell({ kind: 'session', session: sessionView({ session, state: 'active', catalogue }) });
    },
  });
  return platform;
};

const isAboutPacks = ({ kind, refusal }: Exchange): boolean =>
  refusal === undefined && (kind === 'freespins_grant' || kind === 'freespins_delete');

/** The suite, and the folder of recordings. */
export const openServedScenarios = ({
  suite,
  scenariosFolder,
  callbackUrl,
  hub,
}: House): ScenarioDesk =>
  createScenarioDesk({
    suite,
    folder: scenariosFolder,
    playArguments: () => ['--callback-url', callbackUrl() ?? 'URL'],
    onChange: () => hub.tell({ kind: 'scenarios' }),
  });
