import type { Clock } from '../base/clock.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import type { Catalogue } from './create-catalogue.ts';
import type { Demos } from './create-demos.ts';
import type { Packs } from './create-packs.ts';
import type { Sessions } from './create-sessions.ts';
import type { RefusalExplainer } from './explain-refusal.ts';
import type { HostCheck } from './host-check.ts';

/**
 * When the reason of a refused signature is looked for: after the answer, for the journal, or
 * before it, for its message as well.
 */
export type Explaining = 'afterwards' | 'in-answer';

/** What the operations of a platform work on. */
export interface PlatformState {
  readonly agents: ReadonlyMap<number, AgentConfiguration>;
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
  readonly demos: Demos;
  readonly packs: Packs;
  readonly quirks: Quirks;
  /** Whether a request is answered that came under this Host. */
  readonly allowsHost: HostCheck;
  readonly clock: Clock;
  /** Where players reach the platform, such as `http://127.0.0.1:4600`. */
  readonly baseUrl: () => string;
  /** How a right request is answered just now instead of rightly; asked once for each. */
  readonly operationFault: (name: OperationName, agentId?: number) => OperationDeviation | undefined;
  /** Says why a signature was refused, and when it does; nobody does when absent. */
  readonly explainer: (RefusalExplainer & { readonly when: Explaining }) | undefined;
}
