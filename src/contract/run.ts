import type { Finding } from './finding.ts';
import type { Level, RunVerdict, Verdict } from './verdict.ts';

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why it is skipped, blocked (names the root) or inconclusive. */
  readonly reason?: string;
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
}

/** An exchange as a report shows it: text, and never the token. */
export interface ReportedExchange {
  readonly id: string;
  readonly scenario: string;
  readonly kind: string;
  readonly url: string;
  readonly method: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answerBody: string;
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
  readonly summary: Summary;
  readonly requirements: readonly RequirementResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly exchanges: readonly ReportedExchange[];
  /** The one reason why nothing, or not everything, could be judged. */
  readonly root?: { readonly reason: string; readonly remedy: string };
}
