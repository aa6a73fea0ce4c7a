import type { RunOrderOfPage, RunView, WatchOrder, WatchView } from '../api/schemas/runs.ts';
import { type Clock, realTimeOf } from '../base/clock.ts';
import type { PlatformClock } from '../base/platform-clock.ts';
import type { ReportView } from '../components/report-view.ts';
import type { Comparison } from '../formats/comparison.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { LoadedBaseline } from '../formats/load-files.ts';
import type { FoundInRun, Run } from '../formats/run.ts';
import type { Platform } from '../platform/create-platform.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import type { AgentConnections } from './agent-connections.ts';
import type { AgentHealth } from './agent-health.ts';
import type { EventBus, JournalTail } from './event-bus.ts';
import type { FindingsDesk } from './findings-desk.ts';
import type { HandCallbacks } from './hand-callbacks.ts';
import type { JournalBeside } from './journals-beside.ts';
import type { LaunchPlatform, OwnLaunches } from './launch-platform.ts';
import type { MutedFindings } from './muted-findings.ts';
import type { Recorder } from './open-recorder.ts';
import type { ScenarioStore } from './scenario-store.ts';
import { publishSession } from './views.ts';

/** What a run needs of the platform that it is started from. */
export interface RunHost {
  /** The real time: a run waits as its agent does. */
  readonly clock: Clock;
  readonly scenarios: ScenarioStore;
  /** Takes the exchanges of a run into the journal. */
  readonly record: RecordExchange;
  /** What a run that has ended says of its exchanges. */
  readonly judge: (judgements: readonly ExchangeJudgement[]) => void;
  /** The platform itself, for agents that are made to ask it for links. */
  readonly platform: LaunchPlatform;
  /**
   * A run moves the same money: nothing is judged until the function given back is called, which asks what the run has
   * left in the accounts that are followed.
   */
  readonly pauseJudging: () => Promise<() => Promise<void>>;
  /** The dialect that a run has found: callbacks are signed in it from now on. */
  readonly useDialect: (dialect: string) => void;
  /** Known breaches, which fail no run; undefined where there is no such file. */
  readonly baseline: () => Promise<LoadedBaseline | undefined>;
  /** Told of every run that changes. */
  readonly onRun: (run: RunView) => void;
  /** Told of what a run has found for certain while it goes on. */
  readonly onFound: (view: RunView, found: FoundInRun) => void;
  /** Told of every run that has ended, or was made elsewhere, with all that it found. */
  readonly onReport: (view: RunView, run: Run) => void;
  readonly onWatch: (watch: WatchView) => void;
}

/** Runs, as pages start and read them. */
interface Runs {
  /** Newest first. */
  list(): readonly RunView[];
  start(order: RunOrderOfPage): Promise<RunView>;
  one(id: string): Promise<Run | undefined>;
  /** What the page of the run shows. */
  view(id: string): Promise<ReportView | undefined>;
  /** The HTML report. */
  report(id: string): Promise<string | undefined>;
  compare(beforeId: string, nowId: string): Promise<Comparison | undefined>;
  /** Ends the run that is under way; whether there was one. */
  interrupt(): boolean;
  readonly watch: {
    view(): WatchView;
    begin(order: WatchOrder): WatchView;
    /** Whether it was on. */
    end(): boolean;
  };
}

/** Starts runs and lists them, until it is closed. */
export interface OpenRuns extends Runs {
  /** Of runs that were made elsewhere, by their ids. */
  readonly journals?: ReadonlyMap<string, JournalBeside>;
  close(): Promise<void>;
}

/** What a run is let at of what the server is made of. */
interface HostParts extends Pick<RunHost, 'scenarios'> {
  /** Whom runs play against. */
  readonly options: { readonly agentId: number; readonly onError: (error: unknown) => void };
  readonly clock: PlatformClock;
  readonly recorder: Recorder;
  readonly tail: JournalTail;
  readonly bus: EventBus;
  readonly connections: AgentConnections;
  readonly platform: Platform;
  readonly findings: FindingsDesk;
  readonly health: AgentHealth;
  readonly hand: Pick<HandCallbacks, 'askQuietly'>;
  readonly launches: OwnLaunches;
  readonly muted: MutedFindings | undefined;
}

/** The side of the platform that runs see. */
export const createRunHost = (parts: HostParts): RunHost => {
  const { clock, scenarios, recorder, tail, bus, connections, platform, findings } = parts;
  const { agentId } = parts.options;
  /** A run had that session opened. */
  const claim = (sessionId: string): void => {
    const claimed = platform.sessions.claimForRun(sessionId);
    if (claimed !== undefined) publishSession(parts, claimed);
  };
  return {
    clock: realTimeOf(clock),
    scenarios,
    platform: parts.launches.platform,
    record: (exchange) => {
      // What the agent asks meanwhile is the platform's own to record.
      const { sessionId } = exchange.subject;
      if (exchange.kind === 'get_game_link' && sessionId !== undefined) {
        claim(sessionId);
      }
      if (exchange.direction !== 'callback') return;
      const shiftMs = clock.shiftMs();
      const moved = shiftMs === 0 ? {} : { startedAt: exchange.startedAt + shiftMs, shiftMs };
      recorder.record({ ...recorder.maskExchange(exchange), ...moved, origin: 'run' });
      parts.health.note(exchange);
      tail.wake();
    },
    judge: (judgements) => {
      for (const judgement of judgements) findings.count(recorder.judge(judgement));
      // Too many to be told one by one: pages read them.
      bus.publish({ kind: 'gap' });
    },
    pauseJudging: async () => {
      // Opened by now at the latest: a judge that comes later would not know of the run.
      await connections.to(agentId);
      const resumptions = connections.open().map(({ judge }) => judge.standAside());
      return async () => {
        for (const resume of resumptions) resume();
        await parts.hand.askQuietly().catch(parts.options.onError);
      };
    },
    useDialect: (dialect) => {
      if (connections.dialectOf(agentId) === dialect) return;
      connections.useDialect(agentId, dialect);
      // Pages show how callbacks are signed.
      bus.publish({ kind: 'gap' });
    },
    baseline: async () => await parts.muted?.load(),
    onRun: (run) => {
      bus.publish({ kind: 'run', run });
      if (run.state === 'failed') findings.heardRun(run, undefined);
    },
    onFound: findings.heardFound,
    onReport: (view, run) => findings.heardRun(view, run),
    onWatch: (watch) => bus.publish({ kind: 'watch', watch }),
  };
};
