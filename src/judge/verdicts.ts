import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Summary } from '../formats/run.ts';
import { causes } from '../spec/cause.ts';
import { isMustByEffect } from '../spec/finding.ts';
import type { Requirement, Source, SourceKind } from '../spec/requirement.ts';
import type { Situation } from '../spec/situation.ts';
import {
  type CallVerdict,
  failsRun,
  type Level,
  notShown,
  type RunVerdict,
  type Verdict,
  worstVerdict,
} from '../spec/verdict.ts';
import { type Case, type Ending, findingsIn, type MetCause } from './case.ts';

/** What one scenario says of one requirement. */
export interface Judgement {
  readonly requirement: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly reason?: string;
  /** The requirement whose breach kept it from being judged. */
  readonly blockedBy?: string;
}

/** What a finished case says of each requirement that it lists or that a finding is charged to. */
export const judgementsOf = (state: Case, catalogue: readonly Requirement[]): Judgement[] => {
  const found = findingsIn(state);
  const charged = new Set(found.map(({ requirement }) => requirement));
  const listed = new Set(state.rules.requirements.map(({ id }) => id));
  return catalogue
    .filter(({ id }) => listed.has(id) || charged.has(id))
    .map((requirement) => judgementOf(state, requirement, found));
};

const judgementOf = (state: Case, requirement: Requirement, found: readonly Finding[]): Judgement => {
  const findings = found.filter(({ requirement: id }) => id === requirement.id);
  const verdict = verdictOfFindings(requirement, findings);
  if (verdict !== undefined) return { requirement: requirement.id, verdict, findings };
  return { requirement: requirement.id, findings, ...unbroken(state, requirement) };
};

/** The verdict that findings alone give; undefined when there is nothing but notes on a must. */
export const verdictOfFindings = ({ level }: Requirement, findings: readonly Finding[]): Verdict | undefined => {
  const marks = new Set(findings.map((each) => markOf(each, level)));
  if (marks.has('wrong')) return 'failed';
  return marks.has('risky') ? 'warned' : undefined;
};

/** What a finding makes of the answer that it is about: wrong where a must is broken. Undefined: it is only noted. */
export const markOf = (finding: Finding, level: Level): Extract<CallVerdict, 'wrong' | 'risky'> | undefined => {
  if (finding.weight === 'note') return undefined;
  return isMustByEffect(finding, level) || (finding.weight === 'breach' && level === 'must') ? 'wrong' : 'risky';
};

type Unbroken = Pick<Judgement, 'verdict' | 'reason' | 'blockedBy'>;

const unbroken = ({ ending, shown }: Case, requirement: Requirement): Unbroken => {
  const ended = verdictOfEnding(ending);
  // What is only recorded is recorded once it was seen, whatever came after it.
  const isRecorded = requirement.level === 'observe' && isShown(requirement, shown);
  if (ended !== undefined && !isRecorded) return ended;
  if (!isShown(requirement, shown)) {
    return { verdict: 'inconclusive', reason: `no call of the scenario showed ${requirement.id}` };
  }
  return { verdict: requirement.level === 'observe' ? 'observed' : 'passed' };
};

/** The verdict of whatever a scenario has not come to, and why. */
export const verdictOfEnding = (ending: Ending | undefined): Unbroken | undefined => {
  switch (ending?.kind) {
    case 'breach': {
      const { requirement, message } = ending.finding;
      return { verdict: 'blocked', reason: `blocked by ${requirement}: ${message}`, blockedBy: requirement };
    }
    case 'cause':
      return verdictOfCause(ending.cause);
    case 'inconclusive':
      return { verdict: 'inconclusive', reason: ending.reason };
    case undefined:
      return undefined;
  }
};

/** What hangs on a cause; a cause that keeps nothing from being judged ends no scenario. */
export const verdictOfCause = ({ code, message }: MetCause): Unbroken & { readonly reason: string } => {
  const { effect } = causes[code];
  return { verdict: effect === 'none' ? 'inconclusive' : effect, reason: message };
};

const isShown = ({ situations }: Requirement, shown: ReadonlySet<Situation>): boolean => {
  // Every answer shows what names no situation.
  if (situations.length === 0) return shown.size > 0;
  const telling = situations.filter((situation) => !isSilent(situation));
  const needed = telling.length > 0 ? telling : situations;
  return needed.some((situation) => shown.has(situation));
};

/** Situations that only confirm what another call did. */
const isSilent = (situation: Situation): boolean => situation === 'balance' || situation === 'probe';

/** The verdict of the scenario as a whole. */
export const verdictOfScenario = (judgements: readonly Judgement[], state: Case): Verdict => {
  if (state.ending?.kind === 'inconclusive' && judgements.length === 0) return 'inconclusive';
  if (state.ending?.kind === 'cause' && judgements.length === 0) {
    return verdictOfCause(state.ending.cause).verdict;
  }
  if (judgements.length > 0) return worstVerdict(judgements.map(({ verdict }) => verdict));
  return 'passed';
};

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

type Joined = Pick<RequirementResult, 'verdict' | 'findings' | 'reason' | 'blockedBy'>;

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
    const { reason, blockedBy } = own.find((each) => each.verdict === verdict) ?? {};
    return { verdict, findings, ...(reason && { reason }), ...(blockedBy && { blockedBy }) };
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
    reason: skipped.get(id) ?? left ?? notShown,
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

/** Whether a requirement is judged where only what rests on that source is; all without one. */
export const restsOn = (source: Source, asked: SourceKind | undefined): boolean =>
  asked === undefined || source.kind === asked;

/** Why a requirement was left out; alike for all, so that reports tell it once. */
const leftOutReasons: Readonly<Record<SourceKind, string>> = {
  specification: 'not judged: --source specification, and no sentence of it says this (soundness)',
  soundness: 'not judged: --source soundness, and this is written in the specification',
};

/** The requirements that rest on another source than the one asked for, with the reason. */
export const leftOut = (
  catalogue: readonly Requirement[],
  asked: SourceKind | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    asked === undefined
      ? []
      : catalogue.filter(({ source }) => source.kind !== asked).map(({ id }) => [id, leftOutReasons[asked]] as const),
  );

/** The results, with those that are left out skipped: nothing that was seen of them is told. */
export const leaveOut = (
  results: readonly RequirementResult[],
  reasons: ReadonlyMap<string, string>,
): RequirementResult[] =>
  results.map((result) => {
    const reason = reasons.get(result.id);
    if (reason === undefined) return result;
    const { known: _, ...rest } = result;
    return { ...rest, verdict: 'skipped', findings: [], reason };
  });
