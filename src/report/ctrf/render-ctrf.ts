import type { Run } from '../../spec/run.ts';
import type { TestCase } from '../cases/test-case.ts';
import { testCasesOf } from '../cases/test-cases-of.ts';
import { plainRun } from '../plain-run.ts';
import { ctrfTest } from './ctrf-test.ts';

/** The run in the Common Test Report Format (ctrf.io): a test for each requirement. */
export const renderCtrf = (hostile: Run): string => {
  const run = plainRun(hostile);
  const cases = testCasesOf(run);
  const tests = cases.map((testCase) => ctrfTest(testCase, run));
  const { tool, seed, nonce, verdict, agent, partial = false } = run;
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: run.startedAt,
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool,
      summary: { ...countsOf(tests.map(({ status }) => status)), ...timesOf(run, cases) },
      tests,
      extra: { verdict, partial, seed, nonce, agent },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
};

const countsOf = (statuses: readonly string[]): Record<string, number> => {
  const count = (status: string): number => statuses.filter((each) => each === status).length;
  return {
    tests: statuses.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: count('pending'),
    other: count('other'),
  };
};

/** Milliseconds since the epoch. */
const timesOf = (
  { startedAt, durationMs }: Run,
  cases: readonly TestCase[],
): Record<string, number> => {
  const start = Date.parse(startedAt);
  const duration = Math.round(durationMs);
  const suites = new Set(cases.map(({ group }) => group)).size;
  return { suites, start, stop: start + duration, duration };
};
