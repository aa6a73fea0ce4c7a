import type { Finding } from '../../formats/judgement.ts';
import type { RequirementResult, Run } from '../../formats/run.ts';
import { findingsByWeight, placeOf } from '../finding-text.ts';

/** What some calls show, told once, whatever number of requirements it breaks. */
export interface BreachStory {
  /** The heaviest first, each with words of its own. */
  readonly findings: readonly [Finding, ...Finding[]];
  /** Every requirement that these calls break. */
  readonly requirements: readonly string[];
}

/** A broken requirement, with the stories that no earlier one told. */
export interface BrokenRequirement {
  readonly requirement: RequirementResult;
  readonly stories: readonly BreachStory[];
  /** Requirements under which its other stories are told. */
  readonly toldUnder: readonly string[];
}

interface StoryDraft {
  readonly owner: string;
  readonly findings: [Finding, ...Finding[]];
  readonly requirements: Set<string>;
}

/** The broken requirements of a run; calls that break several are told under the first of them. */
export const breachesOf = (run: Run): BrokenRequirement[] => {
  const broken = brokenOf(run);
  const drafts = new Map<string, StoryDraft>();
  for (const result of broken) {
    for (const finding of weighty(result)) addTo(drafts, result.id, finding);
  }
  const all = [...drafts.values()];
  return broken.map((requirement) => {
    const { id } = requirement;
    const own = all.filter(({ owner }) => owner === id);
    const elsewhere = all.filter(({ owner, requirements }) => owner !== id && requirements.has(id));
    return {
      requirement,
      stories: own.map(({ findings, requirements }) => ({
        findings,
        requirements: [...requirements],
      })),
      toldUnder: [...new Set(elsewhere.map(({ owner }) => owner))],
    };
  });
};

/** Failed before warned, and what the baseline knows last: the order in which to mend. */
const brokenOf = ({ requirements }: Run): RequirementResult[] => {
  const broken = requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  const urgency = ({ known, verdict }: RequirementResult): number =>
    (known === true ? 2 : 0) + (verdict === 'failed' ? 0 : 1);
  return broken.toSorted((one, other) => urgency(one) - urgency(other));
};

const weighty = ({ findings }: RequirementResult): Finding[] =>
  findingsByWeight(findings).filter(({ weight }) => weight !== 'note');

const addTo = (drafts: Map<string, StoryDraft>, owner: string, finding: Finding): void => {
  const key = keyOf(finding);
  const draft = drafts.get(key);
  if (draft === undefined) {
    drafts.set(key, { owner, findings: [finding], requirements: new Set([owner]) });
    return;
  }
  draft.requirements.add(owner);
  const isNew = draft.findings.every(
    ({ code, message }) => code !== finding.code || message !== finding.message,
  );
  if (isNew) draft.findings.push(finding);
};

const keyOf = (finding: Finding): string =>
  finding.exchanges.length === 0
    ? `${placeOf(finding)} ${finding.code} ${finding.message}`
    : finding.exchanges.join(' ');
