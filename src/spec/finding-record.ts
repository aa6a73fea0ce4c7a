/** `breach`: against the requirement. `risk`: money could be created or lost. `note`: recorded. */
export type Weight = 'breach' | 'risk' | 'note';

export interface FindingRecord {
  readonly weight: Weight;
  /** What it means, for any agent. */
  readonly sentence: string;
  /** Where to look in the agent's code. */
  readonly hint: string;
  /** The requirement that this finding always breaks; else the situation and scenario decide. */
  readonly breaks?: string;
}
