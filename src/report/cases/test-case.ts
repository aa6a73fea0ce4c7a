import type { Finding } from '../../spec/finding.ts';

/**
 * How a requirement stands where there are only tests. `error`: could not be judged.
 * `known`: broken, and excused by the baseline.
 */
export type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped' | 'known';

/** A requirement as a test, for reports that know of nothing else. */
export interface TestCase {
  /** Id, level and words: `SIG-03 must refuses a wrong signature, and moves nothing`. */
  readonly name: string;
  /** Group of the requirement: `SIG`; `run` and `baseline` for what is wrong with the run. */
  readonly group: string;
  /** Section of the specification; absent for what is wrong with the run. */
  readonly section?: string;
  readonly outcome: TestOutcome;
  /** The word that the run has for it: its verdict, `stale`, `interrupted`. */
  readonly status: string;
  /** Why, in one line; empty where there is nothing to say. */
  readonly message: string;
  /** The heaviest first. */
  readonly findings: readonly Finding[];
}
