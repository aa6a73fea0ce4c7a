import type { Level, Verdict } from '../spec/verdict.ts';
import type { Run } from './run.ts';

/** How a requirement stood in a run. */
export interface Standing {
  readonly verdict: Verdict;
  /** Codes of its findings, each once, in alphabetical order. */
  readonly codes: readonly string[];
  /** The baseline excused it. */
  readonly known?: true;
  /** What was found, or why it was not judged. */
  readonly message?: string;
}

/** A requirement that does not stand as it did; one side is absent where it was not in that run. */
export interface Difference {
  readonly requirement: string;
  readonly level: Level;
  readonly section: string;
  readonly title: string;
  readonly before?: Standing;
  readonly now?: Standing;
}

/** One of the two runs that are compared. */
export interface ComparedRun
  extends Pick<Run, 'verdict' | 'startedAt' | 'agent' | 'tool' | 'seed' | 'nonce'> {
  readonly partial?: boolean;
}

/** Two runs side by side. A requirement that appears and fails is newly failing. */
export interface Comparison {
  readonly before: ComparedRun;
  readonly now: ComparedRun;
  /** It fails the run now, and did not before. */
  readonly newlyFailing: readonly Difference[];
  /** It was broken, and is judged to be right now. */
  readonly fixed: readonly Difference[];
  /** Another verdict, or other findings. */
  readonly changed: readonly Difference[];
  readonly appeared: readonly Difference[];
  readonly disappeared: readonly Difference[];
  /** How many stand as they did. */
  readonly unchanged: number;
  /** Ids of those that fail both runs. */
  readonly stillFailing: readonly string[];
}
