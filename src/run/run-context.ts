import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { PlatformClock } from '../base/platform-clock.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { Run, TellRunEvent } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Baseline } from '../judge/baseline.ts';
import type { Call } from '../judge/call.ts';
import type { MetCause } from '../judge/case.ts';
import type { VerdictPolicy } from '../judge/verdicts.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { CallbackMessage } from '../wire/message.ts';
import type { RateRefusals } from '../wire/pace.ts';
import type { AccountBook } from './account-book.ts';
import type { AnswerLog } from './answer-log.ts';
import type { RunPlayers } from './run-players.ts';
import type { Selection } from './select.ts';
import type { Launched, LaunchRequest, SessionBook } from './session-book.ts';
import type { TransactionLog } from './transaction-log.ts';

/** The agent under test, as the run calls it. */
interface AgentUnderTest {
  readonly id: number;
  readonly token: string;
  readonly callbackUrl: string;
  /** The dialect that callbacks are signed in; M when absent. */
  readonly dialect?: string;
  /** It keeps its data from run to run, and must know what earlier ones sent. */
  readonly keepsData?: boolean;
}

/** A message to be sent, and what a person would call it. */
export interface ComposedCall extends CallbackMessage {
  readonly label: string;
  /** Line of the step; absent for the runner's own calls. */
  readonly line?: number;
  readonly alike?: Call['alike'];
  readonly http?: Call['http'];
  /** Its session is another one than when it was sent before. */
  readonly isMoved?: true;
}

/** Sends the bytes once and gives the exchange, whatever came of it. `scenario`: its file. */
export type SendCall = (call: ComposedCall, scenario: string) => Promise<Exchange>;

/** What every scenario of a run is played with. */
export interface RunContext {
  readonly agent: AgentUnderTest;
  /** A token that is not this agent's. */
  readonly otherToken: string;
  readonly players: RunPlayers;
  readonly gameId: number;
  readonly quirks: Quirks;
  readonly hooks: RunHooks;
  /** How long the agent may take to answer, milliseconds. */
  readonly timeoutMs: number;
  /** How long a run waits for what an agent may forget, milliseconds. */
  readonly patienceMs: number;
  /** Every row of every matrix is played, and what takes long. */
  readonly isThorough?: true;
  /** No call of the run moves more than this, a decimal; any amount when absent. */
  readonly maxStake?: string;
  /** What is known of the agent by now: pace, bursts, lanes and sessions fit themselves to it. */
  readonly known: KnownAgent;
  readonly book: AccountBook;
  /** The sessions that the agent knows. */
  readonly sessions: SessionBook;
  /** What was answered in all lanes; nothing is held against it where it is absent. */
  readonly answers?: AnswerLog;
  /** What was applied in all lanes; absent where nobody asks for it again. */
  readonly transactions?: TransactionLog;
  /** What stood in the way of calls. */
  readonly causes: ReturnType<typeof createCauseBook>;
  readonly nonce: string;
  readonly dice: Dice;
  readonly clock: Clock;
  readonly send: SendCall;
  /** What was refused for the rate by now. */
  readonly refusals?: () => RateRefusals | undefined;
  /** Those of all lanes; absent where there is only one. */
  readonly races?: Races;
  /** Of the lane; absent where nobody looks after it. */
  readonly lateness?: Lateness;
  /** Of the lane; absent where nobody looks after it. */
  readonly staleness?: Staleness;
  /** A getBalance goes first in each session of a scenario. */
  readonly opensByBalance?: boolean;
  /** As the run was asked for. */
  readonly ownCalls?: RunOrder['ownCalls'];
  readonly catalogue: readonly Requirement[];
  readonly signal: AbortSignal;
}

/** What stood in the way of calls, whatever scenario they belonged to: a limit of rate, a slow writer. */
export const createCauseBook = () => {
  const noted: MetCause[] = [];
  let limit: MetCause | undefined;
  let isSpoilt = false;
  return {
    note: (cause: MetCause): void => {
      noted.push(cause);
    },
    noted: (): readonly MetCause[] => noted,
    /** The agent has been seen to refuse bets for their size. */
    findLimit: (cause: MetCause): void => {
      limit ??= cause;
    },
    limit: () => limit,
    /** A call on a connection was met with what others had left there: a run goes on without kept ones. */
    findSpoilt: (): void => {
      isSpoilt = true;
    },
    isSpoilt: () => isSpoilt,
  };
};

/** Calls at once: where several lanes have them, each race has the agent for itself. */
export interface Races {
  /** So many connections were opened for the races of this lane. */
  warmed: number;
  inTurn(race: () => Promise<void>): Promise<void>;
}

/** Whether the agent applies a transaction a moment after it answered. */
export interface Lateness {
  /** How often it was looked for in vain: each time takes a moment. */
  missed: number;
  /** How long is waited after each call that moves money, milliseconds; 0 where nothing is late. */
  waitMs: number;
  /** What that has taken by now. */
  waitedMs: number;
  /** So many calls are waited for now. */
  waiting: number;
}

/** Of an agent of which nothing late was seen. */
export const inTime: Lateness = { missed: 0, waitMs: 0, waitedMs: 0, waiting: 0 };

/** Whether getBalance shows old balances, as it did each time a scenario was played again. */
export interface Staleness {
  isConfirmed: boolean;
}

/** What a run may ask of the surroundings of the agent (`hooks` of the configuration). */
export interface RunHooks {
  /** Restarts the agent; gives back why it could not, undefined when the command succeeded. */
  readonly restart?: () => Promise<string | undefined>;
  /** Kills the agent as it is, and starts it again; gives back why it could not. */
  readonly kill?: () => Promise<KillProblem | undefined>;
  readonly launch?: (order: LaunchRequest) => Promise<Launched>;
  /** Of the platform that the agent asks for links; absent where it serves others besides the run. */
  readonly clock?: PlatformClock;
}

/** `cause`: nobody has said that it can be killed. */
export interface KillProblem {
  readonly reason: string;
  readonly cause?: 'not-killed';
}

/** What a run is asked for. */
export interface RunOrder {
  readonly scenarios: readonly Scenario[];
  /** Those that are played; all when absent. The others keep their place: ids and players hang on it. */
  readonly isPlayed?: (scenario: Scenario) => boolean;
  readonly selection: Selection;
  readonly policy: Pick<VerdictPolicy, 'strict'>;
  /** The run ends with the first scenario that fails it. */
  readonly bail: boolean;
  readonly baseline?: Baseline;
  /** `excerpt`: scenarios picked from the suite, which show no entry of the baseline to be stale. */
  readonly extent?: 'excerpt';
  /** `with-freespins`: the first getBalance says more of the agent than a plain one. */
  readonly firstCall?: 'with-freespins';
  /**
   * `balances`: beside what the scenarios say nothing is sent but getBalance, and what asks whether an amount was
   * refused by a limit of the agent's own, undone at once; they are played in their order, and what they move stays.
   * Else accounts are funded, given back what they had, and whatever names a breach better is asked.
   */
  readonly ownCalls?: 'balances';
  /**
   * `by-calls`: how long it takes to answer, and over which connections, is measured first;
   * `as-recorded`: the stored run measured it, and what it found is known.
   */
  readonly measures?: 'by-calls' | 'as-recorded';
  /** Why nothing can be played, where that is known beforehand: then nothing is sent. */
  readonly root?: Run['root'];
  readonly seed: number;
  readonly tool: Run['tool'];
  readonly tell: TellRunEvent;
}
