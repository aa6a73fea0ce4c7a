import type { Finding } from '../formats/judgement.ts';
import { causes } from '../spec/cause.ts';
import { isMustByEffect } from '../spec/finding.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Situation } from '../spec/situation.ts';
import { type Verdict, worstVerdict } from '../spec/verdict.ts';
import { type Case, type Ending, findingsIn, type MetCause } from './case.ts';

/** What one scenario says of one requirement. */
export interface Judgement {
  readonly requirement: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly reason?: string;
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
  if (findings.some(isMustByEffect)) return 'failed';
  const weights = new Set(findings.map(({ weight }) => weight));
  if (weights.has('breach') && level !== 'observe') return level === 'must' ? 'failed' : 'warned';
  if (weights.has('risk') || weights.has('breach')) return 'warned';
  return undefined;
};

type Unbroken = Pick<Judgement, 'verdict' | 'reason'>;

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
      return { verdict: 'blocked', reason: `blocked on ${requirement}: ${message}` };
    }
    case 'cause':
      return causedVerdict(ending.cause);
    case 'inconclusive':
      return { verdict: 'inconclusive', reason: ending.reason };
    case undefined:
      return undefined;
  }
};

/** What hangs on a cause; a cause that keeps nothing from being judged ends no scenario. */
const causedVerdict = ({ code, message }: MetCause): Unbroken => {
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
    return causedVerdict(state.ending.cause).verdict;
  }
  if (judgements.length > 0) return worstVerdict(judgements.map(({ verdict }) => verdict));
  return 'passed';
};
