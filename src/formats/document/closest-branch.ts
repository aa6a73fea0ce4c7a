import type { z } from 'zod';

type Issues = readonly z.core.$ZodIssue[];

/** The issues of that branch of a union which the writer most probably meant. */
export const closestBranch = (branches: readonly Issues[]): Issues =>
  branches.toSorted((a, b) => distance(a) - distance(b))[0] ?? [];

/** Another type is farthest, another value of the type nearer, something wrong inside nearest. */
const distance = (issues: Issues): number =>
  issues.reduce((sum, { code, path }) => {
    if (path.length > 0) return sum + 1;
    return sum + (weights[code] ?? 1);
  }, 0);

const weights: Partial<Record<z.core.$ZodIssue['code'], number>> = {
  invalid_type: 1000,
  invalid_value: 100,
};
