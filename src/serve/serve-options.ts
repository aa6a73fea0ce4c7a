import type { AdminPorts } from '../api/admin-ports.ts';
import type { AgentConfiguration, Configuration } from '../formats/default-configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Explaining } from '../platform/platform-state.ts';
import type { RunView, Setup } from '../spec/admin/views.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { Finding } from '../spec/finding.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import type { ScenarioDesk } from './create-scenario-desk.ts';
import type { LaunchPlatform } from './launch-platform.ts';
import type { Address } from './listen.ts';

export interface StageOptions extends Address {
  readonly configuration: Configuration;
  readonly games: readonly Game[];
  readonly journalFile: string;
  readonly allowPublicTarget: boolean;
  /** `in-answer`: the reason of a refused signature stands in the message of the answer, too. */
  readonly explain?: Explaining | undefined;
  /** What the dashboard tells of how it was started. */
  readonly about: Pick<Setup, 'version' | 'seed' | 'exampleAgent'>;
  /** The agent that everything by hand is about, and a token that is not its own. */
  readonly agent: AgentConfiguration;
  readonly otherToken: string;
  /** Where that agent is called; known by now, or by the time that it is. */
  readonly callbackUrl: () => string | undefined;
  readonly suite: () => Promise<readonly Scenario[]>;
  readonly scenariosFolder: string;
  /** Opens the desk where runs are started. */
  readonly openRuns: (backstage: Backstage) => Promise<OpenRuns>;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Sees every exchange but those of runs, after its answer. */
  readonly watch: (exchange: Exchange) => void;
  /** What a request of the agent breaks; undefined where it came too fast to be judged. */
  readonly judgeOperation: (exchange: Exchange) => readonly Finding[] | undefined;
  /** Told what went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
}

/** What a run needs of the platform that it is started from. */
export interface Backstage {
  readonly clock: Clock;
  readonly scenarios: ScenarioDesk;
  /** Takes the exchanges of a run into the journal. */
  readonly record: RecordExchange;
  /** The platform itself, for agents that are made to ask it for links. */
  readonly platform: LaunchPlatform;
  /** A run moves the same money: nothing is judged until the function given back is called. */
  readonly standAside: () => Promise<() => void>;
  /** The dialect that a run has found: callbacks are signed in it from now on. */
  readonly useDialect: (dialect: string) => void;
  /** Told of every run that changes. */
  readonly onRun: (run: RunView) => void;
}

/** The desk, until it is closed. */
export type OpenRuns = AdminPorts['runs'] & { close(): Promise<void> };
