import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Run } from '../formats/run.ts';

/** A breach of a stored run: one finding code of one requirement, wherever it was seen. */
export interface Breach {
  readonly requirement: string;
  /** What the requirement asks. */
  readonly title: string;
  /** The first finding. */
  readonly finding: Finding;
  /** Files of the scenarios that showed it; none for a finding on the run as a whole. */
  readonly scenarios: readonly string[];
}

/** What became of a breach when its scenarios were played again. */
export interface Replayed {
  readonly outcome: 'fixed' | 'failed' | 'not-judged';
  readonly breach: Breach;
  /** The breach as it is now, or why it could not be judged. */
  readonly now?: string;
}

/** The breaches of a run; of one requirement where one is named. */
export const breachesOf = (run: Run, requirement?: string): readonly Breach[] =>
  run.requirements.filter(({ id }) => requirement === undefined || id === requirement).flatMap(breachesOfOne);

const breachesOfOne = ({ id, title, findings }: RequirementResult): Breach[] => {
  const told = findings.filter(({ weight }) => weight !== 'note');
  const codes = [...new Set(told.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const same = told.filter((finding) => finding.code === code);
    const [finding] = same;
    const scenarios = same.map(({ scenario }) => scenario).filter((file) => file !== '');
    return finding === undefined ? [] : [{ requirement: id, title, finding, scenarios }];
  });
};

/** Each breach of the stored run, looked for in a run of the same scenarios. */
export const judgeReplay = (breaches: readonly Breach[], now: Run): readonly Replayed[] =>
  breaches.map((breach) => ({ breach, ...outcomeOf(breach, now) }));

const outcomeOf = (breach: Breach, now: Run): Omit<Replayed, 'breach'> => {
  const result = now.requirements.find(({ id }) => id === breach.requirement);
  const told = result?.findings.filter(({ weight }) => weight !== 'note') ?? [];
  const same = told.find(({ code }) => code === breach.finding.code) ?? told[0];
  if (same !== undefined) return { outcome: 'failed', now: same.message };
  const reason = unjudgedReason(breach, now, result);
  return reason === undefined ? { outcome: 'fixed' } : { outcome: 'not-judged', now: reason };
};

/** Why the breach may still be there; undefined where all that showed it was played to its end. */
const unjudgedReason = ({ scenarios }: Breach, now: Run, result: RequirementResult | undefined): string | undefined => {
  if (result !== undefined && !isRight(result.verdict)) return result.reason ?? result.verdict;
  const open = now.scenarios.find(({ file, verdict }) => scenarios.includes(file) && !isRight(verdict));
  if (open !== undefined) return open.reason ?? `${open.file} is ${open.verdict}`;
  return scenarios.length === 0 && result === undefined ? 'the run did not judge it' : undefined;
};

const isRight = (verdict: string): boolean => verdict === 'passed' || verdict === 'observed';
