import type { Step } from '../../spec/scenario.ts';

/** How many calls the steps come to, with every repeat counted out and packs at their largest. */
export const countCalls = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + callsOf(step), 0);

const callsOf = (step: Step): number => {
  switch (step.kind) {
    case 'together':
      return step.steps.length;
    case 'repeat':
      return step.count * countCalls(step.steps);
    case 'pack':
      // Progress before and after each spin, a win and a bet of each, and the getBalance at the end.
      return 3 * step.total + 2;
    case 'wait':
    case 'restart':
    case 'launch':
      return 0;
    default:
      return 1;
  }
};
