import type { Requirement } from '../requirement.ts';
import type { Level } from '../verdict.ts';

/** A requirement without its id and level; judged by `scenarios` unless it says otherwise. */
type Description = Omit<Requirement, 'id' | 'level' | 'judgedBy'> &
  Partial<Pick<Requirement, 'judgedBy'>>;

const atLevel =
  (level: Level) =>
  (id: string, description: Description): Requirement => ({
    id,
    level,
    judgedBy: 'scenarios',
    ...description,
  });

/** The specification says so: a breach fails the run. */
export const must = atLevel('must');
/** Recommended, or relied on by a reasonable platform: a breach is a warning. */
export const should = atLevel('should');
/** The specification is silent: what the agent does is recorded. */
export const observe = atLevel('observe');
