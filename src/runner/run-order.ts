import type { Run } from '../contract/run.ts';
import type { TellRunEvent } from '../contract/run-event.ts';
import type { Scenario } from '../contract/scenario.ts';
import type { Baseline } from '../judges/apply-baseline.ts';
import type { VerdictPolicy } from '../judges/judge-run.ts';
import type { Selection } from './select.ts';

/** What a run is asked for. */
export interface RunOrder {
  readonly scenarios: readonly Scenario[];
  readonly selection: Selection;
  readonly policy: Pick<VerdictPolicy, 'strict'>;
  /** The run ends with the first scenario that fails it. */
  readonly bail: boolean;
  readonly baseline?: Baseline | undefined;
  readonly seed: number;
  readonly tool: Run['tool'];
  readonly tell: TellRunEvent;
}
