import type { FindingCode } from './finding.ts';
import type { Situation } from './situation.ts';
import type { Level } from './verdict.ts';

/**
 * What judges a requirement:
 * `scenarios` that list it, `every-answer` of a run, or the agent's own `requests` to the platform.
 */
export type JudgedBy = 'scenarios' | 'every-answer' | 'requests';

/** One line of the catalogue. The id is stable: people keep it in skip lists and trackers. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  /** Section of the specification it comes from. */
  readonly section: string;
  /** One sentence about the agent: "debits the bet". */
  readonly title: string;
  /** What goes wrong, for whom, where it is broken: one or two sentences. */
  readonly why: string;
  readonly judgedBy: JudgedBy;
  /** The situations that show it. */
  readonly situations: readonly Situation[];
  /** Where given, only these findings break it; others are charged to the situation's own. */
  readonly codes?: readonly FindingCode[];
}
