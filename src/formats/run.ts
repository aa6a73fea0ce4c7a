import type { Finding } from '../spec/finding.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Level, RunVerdict, Verdict } from '../spec/verdict.ts';
import type { PlayerConfiguration } from './default-configuration.ts';

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why it is skipped, blocked (names the root) or inconclusive. */
  readonly reason?: string;
  /** Every breach of it is in the baseline: it is told, and does not fail the run. */
  readonly known?: true;
}

export interface ScenarioResult {
  readonly file: string;
  readonly title: string;
  /** Ids of what it shows, as its file lists them. */
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  readonly durationMs: number;
  readonly reason?: string;
  /** What could not be given back at the end, per account, such as `player-1 USD: 3.5`. */
  readonly residue?: readonly string[];
  /** The scenario as it was played, YAML: a stored run is judged by what it played. */
  readonly source?: string;
}

/** An exchange as a report shows it: text, and never the token. */
export interface ReportedExchange {
  readonly id: string;
  /**
   * File of the scenario; `dialect` and `preflight` before the first, `gauntlet` after the last,
   * `launch` for what the agent asked of the platform.
   */
  readonly scenario: string;
  readonly direction: 'callback' | 'operation';
  readonly kind: string;
  /** How a person would name the call: `makeBet first`, `first again (new request_id)`. */
  readonly label?: string;
  /** Line of the step in the scenario; absent for the runner's own calls. */
  readonly line?: number;
  /** The dialect whose canonical string the signature covers. */
  readonly dialect?: string;
  /** The balance that the ledger expects after it in the account of the call, at the currency's scale. */
  readonly expectedBalance?: string;
  readonly url: string;
  readonly method: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** UTF-8 text; bytes that are none are in `requestBase64`. */
  readonly requestBody: string;
  readonly requestBase64?: string;
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** UTF-8 text; bytes that are none are in `answerBase64`. */
  readonly answerBody: string;
  readonly answerBase64?: string;
  readonly failure?: string;
  readonly startedAt: string;
  readonly durationMs: number;
}

export type Summary = Readonly<
  Record<
    'passed' | 'failed' | 'warned' | 'observed' | 'skipped' | 'blocked' | 'inconclusive',
    number
  >
>;

/** What a run was played with: enough to judge it again from what it stored. Never the token. */
export interface RunSetup {
  readonly players: readonly PlayerConfiguration[];
  readonly gameId: number;
  readonly timeoutMs: number;
  readonly dialect?: string;
  readonly quirks: Quirks;
  readonly strict: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly maxStake?: string;
  /** Hooks that the run could call. */
  readonly hooks: readonly ('restart' | 'launch')[];
}

/** An entry of the baseline: a breach that is known and does not fail the run. */
export interface BaselineEntry {
  readonly requirement: string;
  readonly code: string;
  readonly reason: string;
  /** `2026-12-31`: the last day on which it counts. */
  readonly expires?: string;
}

/** What the baseline did to a run. */
export interface BaselineResult {
  readonly file: string;
  readonly known: number;
  /** Entries that nothing in the run answers to: they fail it. */
  readonly stale: readonly BaselineEntry[];
  /** Entries whose day is over: what they excused fails again. */
  readonly expired: readonly BaselineEntry[];
}

/** The dialect that callbacks were signed in, and how it came to be known. */
export interface AgentDialect {
  readonly name: string;
  /** `Your agent verifies: keys sorted at the top level only, …`. */
  readonly sentence: string;
  readonly how: 'configured' | 'found';
  /** What the agent would refuse, or refused in every form. Facts: they fail nothing. */
  readonly warnings: readonly string[];
}

export const gauntletOutcomes = [
  'survived',
  'refused',
  'misread',
  'no-answer',
  'not-sent',
] as const;

/** What became of a call of the gauntlet. `misread`: another balance than it must lead to. */
export type GauntletOutcome = (typeof gauntletOutcomes)[number];

/** One valid way to write callbacks, and which of them the agent took as they were meant. */
export interface GauntletWay {
  readonly name: string;
  readonly sentence: string;
  readonly getBalance: GauntletOutcome;
  readonly makeBet: GauntletOutcome;
  readonly rollback: GauntletOutcome;
  /** What the agent said where it did not survive. */
  readonly said?: string;
}

/** The same callbacks in byte-different, equally valid ways. Facts: they fail nothing. */
export interface GauntletResult {
  readonly ways: readonly GauntletWay[];
  /** Why it was cut short, or played without money. */
  readonly note?: string;
  /** What could not be given back, such as `player-1 USD: 1.00`. */
  readonly residue?: readonly string[];
}

/** A finished run: the shape of report.json. */
export interface Run {
  readonly tool: { readonly name: string; readonly version: string };
  readonly verdict: RunVerdict;
  /** True when the run was interrupted; what was judged by then is in it. */
  readonly partial?: boolean;
  readonly seed: number;
  readonly nonce: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly agent: { readonly id: number; readonly callbackUrl: string };
  readonly setup: RunSetup;
  readonly summary: Summary;
  readonly requirements: readonly RequirementResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly exchanges: readonly ReportedExchange[];
  /** The one reason why nothing, or not everything, could be judged. */
  readonly root?: { readonly reason: string; readonly remedy: string };
  readonly baseline?: BaselineResult;
  /** Absent where it was neither configured nor found. */
  readonly dialect?: AgentDialect;
  readonly gauntlet?: GauntletResult;
}

/** What a run tells while it goes on. */
export type RunEvent =
  | {
      readonly kind: 'run-started';
      readonly seed: number;
      readonly nonce: string;
      readonly agent: { readonly id: number; readonly callbackUrl: string };
      readonly scenarioCount: number;
    }
  | { readonly kind: 'scenario-started'; readonly file: string; readonly title: string }
  | {
      readonly kind: 'scenario-finished';
      readonly result: ScenarioResult;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'run-finished'; readonly run: Run };

export type TellRunEvent = (event: RunEvent) => void;
