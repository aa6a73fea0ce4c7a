import type { BaselineEntry, RequirementResult, Run, RunCause } from '../formats/run.ts';
import { causes } from '../spec/cause.ts';
import type { SourceKind } from '../spec/requirement.ts';
import { failsRun, type Verdict } from '../spec/verdict.ts';
import { findingsByWeight } from './finding-text.ts';
import { groupOf, requirementIds } from './requirement-ids.ts';

/**
 * How a requirement stands where there are only tests. `error`: could not be judged.
 * `known`: broken, and excused by the baseline.
 */
export type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped' | 'known';

/** A requirement as a test, for reports that know of nothing else. */
export interface TestCase {
  /** Id, level and words: `SIG-03 must refuses a wrong signature, and moves nothing`. */
  readonly name: string;
  /** Group of the requirement: `SIG`; `causes`, `run` and `baseline` for what is no requirement. */
  readonly group: string;
  /** Section of the specification; absent for what is wrong with the run. */
  readonly section?: string;
  /** What the requirement rests on: `specification`, `soundness`. */
  readonly source?: SourceKind;
  readonly outcome: TestOutcome;
  /** The word that the run has for it: its verdict, `stale`, `interrupted`. */
  readonly status: string;
  /** Why, in one line; empty where there is nothing to say. */
  readonly message: string;
  /** The heaviest first. */
  readonly findings: RequirementResult['findings'];
}

/**
 * The requirements of a run as tests, then what is wrong with the run itself: a run that judged
 * nothing must not look green because all of its tests are skipped.
 */
export const testCasesOf = (run: Run): TestCase[] => [
  // What is the one reason of all stands below, as what is wrong with the run.
  ...run.causes.filter(({ message }) => message !== run.root?.reason).map((cause) => causeCase(cause, run)),
  ...run.requirements.map((result) => caseOf(result, run)),
  ...runProblems(run),
];

/**
 * A cause comes first: it is a test of its own, so that what hangs on it has something to point to.
 * Passed where it kept nothing from being judged, skipped where a choice of the agent rules things out.
 */
const causeCase = ({ code, message, count, requirements, remedy }: RunCause, run: Run): TestCase => {
  const extent = [
    ...(count > 1 ? [`${count} times`] : []),
    ...(requirements.length === 0 ? [] : [`keeps from being judged: ${requirementIds(requirements)}`]),
  ].join(', ');
  const { effect } = causes[code];
  const isOpen = run.verdict !== 'conformant' && (effect === 'blocked' || effect === 'inconclusive');
  const outcome = effect === 'skipped' ? 'skipped' : 'passed';
  return {
    name: `cause ${code}`,
    group: 'causes',
    outcome: isOpen ? 'error' : outcome,
    status: effect === 'none' ? 'noted' : effect,
    message: [message, extent === '' ? [] : `(${extent})`, remedy].flat().join(' '),
    findings: [],
  };
};

const outcomes = {
  passed: 'passed',
  observed: 'passed',
  warned: 'passed',
  failed: 'failed',
  inconclusive: 'error',
  blocked: 'skipped',
  skipped: 'skipped',
} as const satisfies Record<Verdict, TestOutcome>;

const isBroken = ({ verdict }: RequirementResult): boolean => verdict === 'failed' || verdict === 'warned';

const outcomeOf = (result: RequirementResult, run: Run): TestOutcome => {
  if (result.known === true && isBroken(result)) return 'known';
  return failsRun(result, run.setup.strict) ? 'failed' : outcomes[result.verdict];
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
  const { id, level, title, section, source, verdict, findings } = result;
  const outcome = outcomeOf(result, run);
  return {
    name: `${id} ${level} ${title}`,
    group: groupOf(id),
    section,
    source: source.kind,
    outcome,
    status: outcome === 'known' ? 'known' : verdict,
    message: messageOf(result, outcome),
    findings: findingsByWeight(findings),
  };
};

/** What is wrong with the run and belongs to no requirement, as tests that do not pass. */
const runProblems = (run: Run): TestCase[] => [
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
const unjudged = ({ root, verdict, requirements, causes: met }: Run): TestCase[] => {
  const isTold =
    requirements.some((result) => result.verdict === 'inconclusive') ||
    met.some(({ code }) => causes[code].effect === 'blocked');
  if (root === undefined && (verdict !== 'inconclusive' || isTold)) return [];
  const message = root === undefined ? 'Nothing, or not everything, was judged.' : `${root.reason} ${root.remedy}`;
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
