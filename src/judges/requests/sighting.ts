import type { FindingCode } from '../../spec/finding.ts';
import type { HeardOperation } from './heard-operation.ts';

/** How an operation breaks a requirement. */
export interface RequestBreach {
  readonly code: FindingCode;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Ids of earlier exchanges that belong to the evidence. */
  readonly before?: readonly string[];
}

/** What one operation says of one requirement: nothing, that it is kept, or how it is broken. */
export type Sighting = 'silent' | 'kept' | RequestBreach;

/** Looks at one operation after another for one requirement. */
export interface RequestWatch {
  readonly requirement: string;
  see(heard: HeardOperation): Sighting;
}
