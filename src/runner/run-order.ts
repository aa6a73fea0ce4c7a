import type { Baseline } from '../judges/apply-baseline.ts';
import type { VerdictPolicy } from '../judges/judge-run.ts';
import type { Run } from '../spec/run.ts';
import type { TellRunEvent } from '../spec/run-event.ts';
import type { Scenario } from '../spec/scenario.ts';
import type { Selection } from './select.ts';

/** What a run is asked for. */
export interface RunOrder {
  readonly scenarios: readonly Scenario[];
  /** Those that are played; all when absent. The others keep their place: ids and players hang on it. */
  readonly isPlayed?: (scenario: Scenario) => boolean;
  readonly selection: Selection;
  readonly policy: Pick<VerdictPolicy, 'strict'>;
  /** The run ends with the first scenario that fails it. */
  readonly bail: boolean;
  readonly baseline?: Baseline | undefined;
  /** `by-probes`: the agent is asked which dialect it verifies where none is configured. */
  readonly dialect?: 'by-probes' | undefined;
  /** Callbacks in every valid way of writing them, after the last scenario. */
  readonly gauntlet?: 'play' | undefined;
  readonly seed: number;
  readonly tool: Run['tool'];
  readonly tell: TellRunEvent;
}
