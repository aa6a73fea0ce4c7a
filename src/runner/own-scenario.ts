import type { Scenario } from '../spec/scenario.ts';

/** What calls of the runner's own are kept under: no file, no steps, player one and no funds. */
export const ownScenario = (name: string, title: string): Scenario => ({
  file: name,
  title,
  requirements: [],
  players: 1,
  currencies: 1,
  fund: '0',
  steps: [],
});
