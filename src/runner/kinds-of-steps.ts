import type { Step } from '../spec/scenario.ts';

/** Every kind of step that occurs, groups looked into. */
export const kindsOfSteps = (steps: readonly Step[]): ReadonlySet<Step['kind']> =>
  new Set(steps.flatMap(kindsOf));

const kindsOf = (step: Step): Step['kind'][] =>
  step.kind === 'together' || step.kind === 'repeat'
    ? [step.kind, ...step.steps.flatMap(kindsOf)]
    : [step.kind];
