import type { RequirementResult, Run } from '../../spec/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { findingsByWeight } from '../pretty/findings-by-weight.ts';
import { groupOf } from '../requirement-ids.ts';
import { runProblems } from './run-problems.ts';
import type { TestCase, TestOutcome } from './test-case.ts';

/**
 * The requirements of a run as tests, then what is wrong with the run itself: a run that judged
 * nothing must not look green because all of its tests are skipped.
 */
export const testCasesOf = (run: Run): TestCase[] => [
  ...run.requirements.map((result) => caseOf(result, run)),
  ...runProblems(run),
];

const outcomes = {
  passed: 'passed',
  observed: 'passed',
  warned: 'passed',
  failed: 'failed',
  inconclusive: 'error',
  blocked: 'skipped',
  skipped: 'skipped',
} as const satisfies Record<Verdict, TestOutcome>;

const isBroken = ({ verdict }: RequirementResult): boolean =>
  verdict === 'failed' || verdict === 'warned';

/** A strict run fails on what it warns of, an observe excepted. */
const isStrictBreach = ({ verdict, level }: RequirementResult, { setup }: Run): boolean =>
  setup.strict && verdict === 'warned' && level === 'should';

const outcomeOf = (result: RequirementResult, run: Run): TestOutcome => {
  if (result.known === true && isBroken(result)) return 'known';
  return isStrictBreach(result, run) ? 'failed' : outcomes[result.verdict];
};

const excusesOf = ({ findings, reason }: RequirementResult): string => {
  const excuses = new Set(findings.flatMap(({ known }) => known ?? []));
  return excuses.size === 0 ? (reason ?? 'in the baseline') : [...excuses].join('; ');
};

const messageOf = (result: RequirementResult, outcome: TestOutcome): string => {
  const { findings, reason = 'no reason was recorded', verdict } = result;
  switch (outcome) {
    case 'known':
      return `known: ${excusesOf(result)}`;
    case 'skipped':
      return reason.startsWith(verdict) ? reason : `${verdict}: ${reason}`;
    case 'error':
      return reason;
    case 'failed':
      return findingsByWeight(findings)[0]?.message ?? reason;
    case 'passed':
      return findingsByWeight(findings)[0]?.message ?? result.reason ?? '';
  }
};

const caseOf = (result: RequirementResult, run: Run): TestCase => {
  const { id, level, title, section, verdict, findings } = result;
  const outcome = outcomeOf(result, run);
  return {
    name: `${id} ${level} ${title}`,
    group: groupOf(id),
    section,
    outcome,
    status: outcome === 'known' ? 'known' : verdict,
    message: messageOf(result, outcome),
    findings: findingsByWeight(findings),
  };
};
