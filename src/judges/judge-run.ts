import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Summary } from '../formats/run.ts';
import type { Requirement } from '../spec/requirement.ts';
import { failsRun, type RunVerdict, type Verdict, worstVerdict } from '../spec/verdict.ts';
import { type Judgement, verdictOfFindings } from './judge-scenario.ts';

export interface RunEvidence {
  /** The requirements the run was asked for. */
  readonly selected: readonly Requirement[];
  readonly judgements: readonly Judgement[];
  /** Findings on the run as a whole. */
  readonly findings: readonly Finding[];
  /** Requirement id to the reason why no scenario of it was played. */
  readonly skipped: ReadonlyMap<string, string>;
  /** Whether any callback was answered: then what every answer shows was judged. */
  readonly answered: boolean;
  /** Why nothing could be judged, or nothing more, if so. */
  readonly root?: string;
  /** Why scenarios were left out, if the run was ended early. */
  readonly unplayed?: string;
}

/** The verdict of each selected requirement: the join over all scenarios that show it. */
export const judgeRequirements = (evidence: RunEvidence): RequirementResult[] =>
  evidence.selected.map((requirement) => ({
    id: requirement.id,
    level: requirement.level,
    section: requirement.section,
    source: requirement.source,
    title: requirement.title,
    ...joined(requirement, evidence),
  }));

type Joined = Pick<RequirementResult, 'verdict' | 'findings' | 'reason'>;

const joined = (requirement: Requirement, evidence: RunEvidence): Joined => {
  const own = evidence.judgements.filter((each) => each.requirement === requirement.id);
  const findings = [
    ...own.flatMap((each) => each.findings),
    ...evidence.findings.filter((each) => each.requirement === requirement.id),
  ];
  const broken = verdictOfFindings(requirement, findings);
  if (broken !== undefined) return { verdict: broken, findings };
  if (own.length > 0) {
    const verdict = worstVerdict(own.map((each) => each.verdict));
    const reason = own.find((each) => each.verdict === verdict)?.reason;
    return reason === undefined ? { verdict, findings } : { verdict, findings, reason };
  }
  return { findings, ...unplayed(requirement, evidence) };
};

const unplayed = (
  { id, level, judgedBy }: Requirement,
  { skipped, answered, root, unplayed: left }: RunEvidence,
): { readonly verdict: Verdict; readonly reason?: string } => {
  if (root !== undefined) return { verdict: 'blocked', reason: root };
  if (judgedBy === 'every-answer') {
    return answered
      ? { verdict: level === 'observe' ? 'observed' : 'passed' }
      : { verdict: 'inconclusive', reason: 'no callback was answered' };
  }
  return {
    verdict: 'skipped',
    reason: skipped.get(id) ?? left ?? 'no scenario of this run shows it',
  };
};

/** How many requirements have each verdict. */
export const summarise = (results: readonly RequirementResult[]): Summary => {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    observed: count('observed'),
    skipped: count('skipped'),
    blocked: count('blocked'),
    inconclusive: count('inconclusive'),
  };
};

/** Whether the requirement fails a run: a known breach does not. */
const isBroken = (result: Pick<RequirementResult, 'verdict' | 'level' | 'known'>, strict: boolean): boolean =>
  result.known !== true && failsRun(result, strict);

/** What counts as passed or failed. */
export interface VerdictPolicy {
  /** A warning about a should fails the run. */
  readonly strict: boolean;
  /** Entries of the baseline that nothing answers to: one fails the run. */
  readonly staleEntries?: number;
}

/** The run's verdict: a breach outranks everything, and a run that judged nothing is never green. */
export const verdictOfRun = (
  results: readonly RequirementResult[],
  { strict, staleEntries = 0 }: VerdictPolicy,
): RunVerdict => {
  if (staleEntries > 0 || results.some((result) => isBroken(result, strict))) {
    return 'nonconformant';
  }
  const open = results.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'blocked');
  const judged = results.some(({ verdict }) => verdict === 'passed' || verdict === 'warned' || verdict === 'observed');
  return open || !judged ? 'inconclusive' : 'conformant';
};
