import type { BaselineEntry, Run } from '../../spec/run.ts';
import type { TestCase } from './test-case.ts';

/** What is wrong with the run and belongs to no requirement, as tests that do not pass. */
export const runProblems = (run: Run): TestCase[] => [
  ...(run.partial === true ? [interrupted] : []),
  ...unjudged(run),
  ...(run.baseline?.stale ?? []).map(staleCase),
];

const interrupted: TestCase = {
  name: 'the run is played to its end',
  group: 'run',
  outcome: 'error',
  status: 'interrupted',
  message: 'The run was interrupted: this is what was judged by then.',
  findings: [],
};

/** The one reason why not everything could be judged. */
const unjudged = ({ root, verdict, requirements }: Run): TestCase[] => {
  const isTold = requirements.some((result) => result.verdict === 'inconclusive');
  if (root === undefined && (verdict !== 'inconclusive' || isTold)) return [];
  const message =
    root === undefined
      ? 'Nothing, or not everything, was judged.'
      : `${root.reason} ${root.remedy}`;
  const name = 'the agent can be judged';
  return [{ name, group: 'run', outcome: 'error', status: 'inconclusive', message, findings: [] }];
};

const staleCase = ({ requirement, code, reason }: BaselineEntry): TestCase => ({
  name: `baseline entry ${requirement} ${code} is still needed`,
  group: 'baseline',
  outcome: 'failed',
  status: 'stale',
  message: `Nothing in the run answers to ${requirement} ${code} (${reason}): take the entry out of the baseline.`,
  findings: [],
});
