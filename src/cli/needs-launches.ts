import { kindsOfSteps } from '../runner/kinds-of-steps.ts';
import type { Selection } from '../runner/select.ts';
import { selectRequirements, selectScenarios } from '../runner/select.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import type { Scenario } from '../spec/scenario.ts';

/** Whether a scenario that is to be played makes the agent launch a game. */
export const needsLaunches = (scenarios: readonly Scenario[], selection: Selection): boolean => {
  const selected = selectRequirements(requirements, selection);
  return selectScenarios(scenarios, selected, selection).some(({ steps }) =>
    kindsOfSteps(steps).has('launch'),
  );
};
