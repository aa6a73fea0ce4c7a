import type { FindingCode } from '../../spec/finding.ts';
import type { Weight } from '../../spec/finding-record.ts';
import type { JudgedBy } from '../../spec/requirement.ts';
import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import type { Level } from '../../spec/verdict.ts';

/** A defect of the example agent, with its sentence. */
interface ToldDefect {
  readonly name: string;
  readonly sentence: string;
}

/** All there is to say about one requirement. */
export interface RequirementExplanation {
  readonly kind: 'requirement';
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  /** Heading of that section in the specification. */
  readonly heading: string;
  readonly title: string;
  readonly why: string;
  readonly judgedBy: JudgedBy;
  readonly defects: readonly ToldDefect[];
  readonly scenarios: readonly { readonly file: string; readonly title: string }[];
  readonly findings: readonly { readonly code: FindingCode; readonly sentence: string }[];
  /** Command lines that show it, most telling first. */
  readonly commands: readonly string[];
}

/** All there is to say about one finding. */
export interface FindingExplanation {
  readonly kind: 'finding';
  readonly code: FindingCode;
  readonly weight: Weight;
  readonly sentence: string;
  readonly hint: string;
  readonly requirements: readonly {
    readonly id: string;
    readonly level: Level;
    readonly title: string;
  }[];
  readonly defects: readonly ToldDefect[];
  readonly commands: readonly string[];
}

/** A mistake in signing: what it is, and what to change. */
export interface MistakeExplanation {
  readonly kind: 'mistake';
  readonly code: MistakeCode;
  readonly sentence: string;
  readonly remedy: string;
  /** Command lines that find it in a request. */
  readonly commands: readonly string[];
}

/** What `explain` tells, as its `--json` prints it. */
export type Explanation = RequirementExplanation | FindingExplanation | MistakeExplanation;
