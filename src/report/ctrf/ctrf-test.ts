import type { Run } from '../../spec/run.ts';
import { findingText } from '../cases/finding-text.ts';
import type { TestCase, TestOutcome } from '../cases/test-case.ts';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

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
    duration: durationOf(testCase, run),
    suite: section === undefined ? [group] : [`section ${section}`, group],
    rawStatus: status,
    tags: section === undefined ? [group] : name.split(' ').slice(0, 2),
    type: 'conformance',
    ...(message === '' ? {} : { message }),
    ...(findings.length === 0 ? {} : { trace: findings.map(findingText).join('\n\n') }),
    ...placeOf(testCase, run),
  };
};

const statuses = {
  passed: 'passed',
  failed: 'failed',
  error: 'other',
  skipped: 'skipped',
  known: 'skipped',
} as const satisfies Record<TestOutcome, CtrfStatus>;

/** A blocked requirement waits for its root to be mended. */
const statusOf = ({ outcome, status }: TestCase): CtrfStatus =>
  status === 'blocked' ? 'pending' : statuses[outcome];

/** The time of the scenarios that show it: a scenario that shows several counts for each. */
const durationOf = ({ name }: TestCase, { scenarios }: Run): number => {
  const [id = ''] = name.split(' ');
  const shown = scenarios.filter(({ requirements }) => requirements.includes(id));
  return Math.round(shown.reduce((sum, { durationMs }) => sum + durationMs, 0));
};

const placeOf = (
  { findings }: TestCase,
  { scenarios }: Run,
): { readonly filePath?: string; readonly line?: number } => {
  const [first] = findings;
  if (!scenarios.some(({ file }) => file === first?.scenario)) return {};
  const { scenario = '', line } = first ?? {};
  return { filePath: scenario, ...(line === undefined ? {} : { line }) };
};
