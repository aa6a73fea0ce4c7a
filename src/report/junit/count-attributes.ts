import type { TestCase, TestOutcome } from '../cases/test-case.ts';

type CountAttribute = '@tests' | '@failures' | '@errors' | '@skipped';

/** How many tests there are, and how many of each outcome: attributes of a suite. */
export const countAttributes = (cases: readonly TestCase[]): Record<CountAttribute, number> => {
  const count = (...outcomes: TestOutcome[]): number =>
    cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    '@tests': cases.length,
    '@failures': count('failed'),
    '@errors': count('error'),
    '@skipped': count('skipped', 'known'),
  };
};
