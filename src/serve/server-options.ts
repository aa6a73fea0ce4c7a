import type { Setup } from '../api/schemas/platform.ts';
import type { OnAnswer } from '../api/serve-route.ts';
import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { Configuration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Explaining } from '../platform/explain-refusal.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { RefusedSignature } from './agent-connections.ts';
import type { AgentMemory } from './agent-memory.ts';
import type { Address, TlsFiles } from './listen.ts';
import type { OpenRuns, RunHost } from './run-host.ts';
import type { ServedAgents } from './served-agents.ts';

export interface ServerOptions extends Address {
  readonly configuration: Configuration;
  /** Those that the platform serves now; they may change at any time. */
  readonly agents: ServedAgents;
  /** How callbacks are delivered from now on. */
  readonly callbacks: () => Configuration['callbacks'];
  readonly games: readonly Game[];
  readonly journalFile: string;
  readonly allowPublicTarget: boolean;
  /** PEM: authorities that are trusted besides those of Node. */
  readonly ca?: string;
  /** Calls a second to an agent that are not exceeded. */
  readonly ratePerSecond?: number;
  /** What is known of agents from earlier runs; nothing is remembered where it is absent. */
  readonly memory?: AgentMemory;
  /** Asks an agent by getBalance which dialect it verifies; gives the exchanges to `record`. */
  readonly searchDialect?: (refused: RefusedSignature, record: RecordExchange) => Promise<string | undefined>;
  /** `in-answer`: the reason of a refused signature stands in the message of the answer, too. */
  readonly explain?: Explaining;
  /** What the dashboard tells of how it was started. */
  readonly about: Pick<Setup, 'version' | 'seed' | 'exampleAgent'>;
  /** The agent that everything by hand is about, and a token that is not its own. */
  readonly agentId: number;
  readonly otherToken: string;
  /** A token that nobody can guess, for an agent whose token is regenerated. */
  readonly newToken: () => string;
  /** Where players and agents reach the platform; where it listens when absent. */
  readonly publicUrl?: string;
  /** What the server proves itself with: it then speaks https. */
  readonly tls?: TlsFiles;
  readonly suite: () => Promise<readonly Scenario[]>;
  readonly scenariosFolder: string;
  /** Where findings are muted, and by which runs go; nothing can be muted where it is absent. */
  readonly baselineFile?: string;
  /** Opens what runs are started with. */
  readonly openRuns: (host: RunHost) => Promise<OpenRuns>;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Sees every exchange but those of runs, after its answer. */
  readonly watch: (exchange: Exchange) => void;
  /** Judges a request of the agent; undefined where it came too fast to be judged. */
  readonly judgeOperation: (exchange: Exchange) => ExchangeJudgement | undefined;
  /** Told what the admin API answers under which schema: tests hold the one against the other. */
  readonly onAnswer?: OnAnswer;
  /** Told what went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
  /** Requests wait for it: the example agent is started once the platform listens, and pages are open before. */
  readonly agentIsUp?: () => Promise<void> | undefined;
}
