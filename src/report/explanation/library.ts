import type { FindingCode } from '../../spec/finding.ts';
import type { Scenario } from '../../spec/scenario.ts';

/** A mistake that the example agent can be told to make, and the requirement that it is there to break. */
export interface KnownDefect {
  readonly name: string;
  readonly sentence: string;
  readonly requirement: string;
}

/** What there is to explain with, besides the catalogue itself. */
export interface Library {
  readonly scenarios: readonly Pick<Scenario, 'file' | 'title' | 'requirements'>[];
  readonly defects: readonly KnownDefect[];
  /** The findings that a run against each defect gives, those of its own requirement first. */
  readonly shownBy: Readonly<Record<string, readonly FindingCode[]>>;
}
