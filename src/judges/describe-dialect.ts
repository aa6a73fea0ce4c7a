import type { Dialect } from '../signing/dialect.ts';
import type { AgentDialect } from '../spec/run.ts';
import { dialectWarnings } from './dialect-warnings.ts';

/** A dialect as a run tells it, with what a platform of another form would run into. */
export const describeDialect = (dialect: Dialect, how: AgentDialect['how']): AgentDialect => ({
  name: dialect.name,
  sentence: `${openings[how]}: ${dialect.sentence}.`,
  how,
  warnings: dialectWarnings(dialect),
});

const openings = {
  found: 'Your agent verifies',
  configured: 'Callbacks are signed as configured',
} as const;
