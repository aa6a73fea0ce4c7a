import type { Run } from '../formats/run.ts';
import { findingTexts } from './finding-text.ts';
import { plainRun } from './run-view.ts';
import { durationOf, type TestCase, type TestOutcome, testCasesOf } from './test-cases.ts';

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

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

const statuses = {
  passed: 'passed',
  failed: 'failed',
  error: 'other',
  skipped: 'skipped',
  known: 'skipped',
} as const satisfies Record<TestOutcome, CtrfStatus>;

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
const timesOf = ({ startedAt, durationMs }: Run, cases: readonly TestCase[]): Record<string, number> => {
  const start = Date.parse(startedAt);
  const duration = Math.round(durationMs);
  const suites = new Set(cases.map(({ group }) => group)).size;
  return { suites, start, stop: start + duration, duration };
};

interface CtrfTest {
  readonly name: string;
  readonly status: CtrfStatus;
  /** Milliseconds. */
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: string;
  readonly tags: readonly string[];
  readonly type: string;
  readonly message?: string;
  readonly trace?: string;
  readonly filePath?: string;
  readonly line?: number;
}

/** A test as the schema has it; `rawStatus` is our own word. */
export const ctrfTest = (testCase: TestCase, run: Run): CtrfTest => {
  const { name, group, section, status, message, findings } = testCase;
  return {
    name,
    status: statusOf(testCase),
    duration: Math.round(durationOf(testCase, run)),
    suite: section === undefined ? [group] : [`section ${section}`, group],
    rawStatus: status,
    tags: section === undefined ? [group] : name.split(' ').slice(0, 2),
    type: 'conformance',
    ...(message === '' ? {} : { message }),
    ...(findings.length === 0 ? {} : { trace: findingTexts(findings).join('\n\n') }),
    ...filePlaceOf(testCase, run),
  };
};

/** A blocked requirement waits for its root to be mended. */
const statusOf = ({ outcome, status }: TestCase): CtrfStatus => (status === 'blocked' ? 'pending' : statuses[outcome]);

const filePlaceOf = (
  { findings }: TestCase,
  { scenarios }: Run,
): { readonly filePath?: string; readonly line?: number } => {
  const [first] = findings;
  if (!scenarios.some(({ file }) => file === first?.scenario)) return {};
  const { scenario = '', line } = first ?? {};
  return { filePath: scenario, line };
};
