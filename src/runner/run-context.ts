import type { Exchange } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import type { AccountBook } from './account-book.ts';
import type { Cast } from './cast.ts';
import type { ComposedCall } from './composed-call.ts';
import type { RunHooks } from './run-hooks.ts';

/** The agent under test, as the run calls it. */
export interface AgentUnderTest {
  readonly id: number;
  readonly token: string;
  readonly callbackUrl: string;
  /** The dialect that callbacks are signed in; M when absent. */
  readonly dialect?: string | undefined;
}

/** Sends the bytes once and gives the exchange, whatever came of it. `scenario`: its file. */
export type SendCall = (call: ComposedCall, scenario: string) => Promise<Exchange>;

/** What every scenario of a run is played with. */
export interface RunContext {
  readonly agent: AgentUnderTest;
  /** A token that is not this agent's. */
  readonly otherToken: string;
  readonly cast: Cast;
  readonly gameId: number;
  readonly quirks: Quirks;
  readonly hooks: RunHooks;
  /** How long the agent may take to answer, milliseconds. */
  readonly timeoutMs: number;
  /** No call of the run moves more than this, a decimal; any amount when absent. */
  readonly maxStake?: string | undefined;
  readonly book: AccountBook;
  readonly nonce: string;
  readonly dice: Dice;
  readonly clock: Clock;
  readonly send: SendCall;
  readonly catalogue: readonly Requirement[];
  readonly signal: AbortSignal;
}
