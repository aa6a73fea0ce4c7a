import type { Path } from '../document/problem.ts';

/**
 * A scenario as it was read, with what its schema refused replaced by what does nothing, so that the
 * rest can be checked, too. Ids of the steps that go are still known to later ones.
 */
export const mendScenario = (value: unknown, wrong: readonly Path[]): unknown => {
  if (!isMapping(value)) return value;
  const { scenario, requirements, fund, players, currencies, patience } = value;
  const kept = { scenario, requirements, fund, players, currencies, patience };
  const broken = new Set(wrong.map(([key]) => key));
  const good = Object.entries(kept).filter(([key, each]) => each !== undefined && !broken.has(key));
  return {
    scenario: 'Mended',
    ...Object.fromEntries(good),
    steps: mendSteps(value['steps'], wrong),
  };
};

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mendSteps = (steps: unknown, wrong: readonly Path[]): unknown => {
  if (!Array.isArray(steps)) return [];
  const broken = new Set(wrong.flatMap(([key, index]) => (key === 'steps' ? [index] : [])));
  return steps.map((step, index) => (broken.has(index) ? standIn(step) : step));
};

/** Does nothing, and has the ids of the calls that it stands for. */
const standIn = (step: unknown): unknown => {
  const calls = [...new Set(idsIn(step))].map((id) => ({ makeBet: { id, bet: 0 } }));
  return { repeat: { count: 1, steps: [...calls, { getBalance: {} }] } };
};

const idsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isMapping(value)) return [];
  const { id } = value;
  const own = typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
  return [...own.filter((each) => each !== ''), ...Object.values(value).flatMap(idsIn)];
};
