import type { CoveredRequirement, CoveredSection, ReportedBreach, ToldCount } from '../components/report-view.ts';
import { countsText, type VerdictCounts } from '../components/verdict-mark.tsx';
import type { RequirementResult, Run, ScenarioResult } from '../formats/run.ts';
import type { JudgedBy } from '../spec/requirement.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';
import { type Verdict, verdicts } from '../spec/verdict.ts';
import { sourceText } from './requirement-ids.ts';

/** The specification's own headings, for the sections that ask something of an agent. */
const titles = {
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
} as const;

/** How a requirement is counted: by its verdict, or as known where the baseline excuses it. */
export const toldWord = ({ verdict, known }: RequirementResult): ToldCount['word'] =>
  known === true ? 'known' : verdict;

/** The requirements of a run, section by section, each once. */
export const runCoverage = (run: Run, breaches: readonly ReportedBreach[]): CoveredSection[] => {
  const covered = coveredOf(run, breaches);
  return Object.entries(titles).map(([number, title]) => {
    const own = run.requirements.filter((result) => sectionOf(result) === Number(number));
    const counts = countsOf(own);
    return {
      number: Number(number),
      title,
      counts,
      text: textOf(counts, own),
      requirements: own.map(covered),
    };
  });
};

/** A requirement of `3 and 6` is counted once, under 3. */
const sectionOf = ({ section }: RequirementResult): number => Number(/\d+/.exec(section)?.[0] ?? Number.NaN);

/** How many there are of each verdict, without what the baseline excuses. */
export const countsOf = (requirements: readonly RequirementResult[]): VerdictCounts =>
  Object.fromEntries(
    verdicts.map((verdict) => [verdict, requirements.filter((result) => toldWord(result) === verdict).length]),
  ) as Record<Verdict, number>;

/** `87 passed, 2 failed, 1 known`: what the baseline excuses is counted apart. */
const textOf = (counts: VerdictCounts, requirements: readonly RequirementResult[]): string => {
  const known = requirements.filter((result) => result.known === true).length;
  return [countsText(counts), known === 0 ? '' : `${known} known`].filter((part) => part !== '').join(', ');
};

const coveredOf = (run: Run, breaches: readonly ReportedBreach[]) => {
  const showing = showingOf(run);
  return (result: RequirementResult): CoveredRequirement => {
    const { id, level, title, verdict } = result;
    const told = breaches.find(({ breach }) => breach.requirements.some((each) => each.id === id));
    // What kept everything from being judged is told once, before all requirements.
    const { blockedBy } = result;
    const own = blockedBy === undefined ? result.reason : `blocked by ${blockedBy}`;
    const reason = result.reason === run.root?.reason ? undefined : own;
    return {
      ...{ id, level, title, verdict },
      source: sourceText(result),
      ...(reason === undefined ? {} : { reason }),
      ...(told === undefined ? {} : { breach: told.id }),
      ...shownBy(id, showing.get(id) ?? []),
    };
  };
};

const shownBy = (
  id: string,
  scenarios: readonly ScenarioResult[],
): Pick<CoveredRequirement, 'scenarios' | 'judgedBy'> => {
  const judgedBy = scenarios.length === 0 ? judgedElsewhere(id) : '';
  return {
    scenarios: scenarios.map(({ file, title, verdict }) => ({ file, title, verdict })),
    ...(judgedBy === '' ? {} : { judgedBy }),
  };
};

/** By requirement: the scenarios that list it. */
const showingOf = ({ scenarios }: Run): ReadonlyMap<string, readonly ScenarioResult[]> => {
  const byId = new Map<string, ScenarioResult[]>();
  for (const scenario of scenarios) {
    for (const id of scenario.requirements) byId.set(id, [...(byId.get(id) ?? []), scenario]);
  }
  return byId;
};

const otherJudges = {
  'every-answer': 'every answer',
  requests: "the agent's requests",
  scenarios: '',
} as const satisfies Record<JudgedBy, string>;

/** What judges a requirement that no scenario lists. */
const judgedElsewhere = (id: string): string => {
  const judgedBy = catalogue.find((requirement) => requirement.id === id)?.judgedBy;
  return judgedBy === undefined ? '' : otherJudges[judgedBy];
};
