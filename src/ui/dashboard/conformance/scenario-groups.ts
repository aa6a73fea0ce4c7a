import type { RunView } from '../../../api/schemas/runs.ts';
import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { requirementGroups } from '../../../spec/requirements/catalogue.ts';
import { type Verdict, verdicts } from '../../../spec/verdict.ts';

type ListedScenario = RunView['scenarios'][number];

/** What a scenario came to when it was played last. */
export interface LastResult extends Pick<RunView, 'startedAt'>, Omit<ListedScenario, 'file'> {
  readonly runId: string;
}

/** By file. */
export type LastResults = ReadonlyMap<string, LastResult>;

/** The newest result of every scenario; `runs` newest first. */
export const lastResults = (runs: readonly RunView[]): LastResults => {
  const results = new Map<string, LastResult>();
  for (const { id, startedAt, scenarios } of runs) {
    for (const { file, ...result } of scenarios) {
      if (!results.has(file)) results.set(file, { ...result, runId: id, startedAt });
    }
  }
  return results;
};

/** What can be looked for, by how scenarios stand. */
export const standings = ['failed', 'doubtful', 'passed', 'unplayed'] as const;

export type Standing = (typeof standings)[number];

const standingByVerdict = {
  failed: 'failed',
  warned: 'doubtful',
  inconclusive: 'doubtful',
  blocked: 'doubtful',
  observed: 'passed',
  passed: 'passed',
  skipped: 'unplayed',
} as const satisfies Record<Verdict, Standing>;

export const standingOf = (result: LastResult | undefined): Standing => standingByVerdict[result?.verdict ?? 'skipped'];

/** Whether there is something to look at. */
export const isTrouble = (result: LastResult | undefined): boolean =>
  ['failed', 'doubtful'].includes(standingOf(result));

export type StandingCounts = Readonly<Record<Standing, number>>;

/** How many scenarios stand how. */
export const countStandings = (scenarios: readonly ScenarioView[], results: LastResults): StandingCounts => {
  const counts = { failed: 0, doubtful: 0, passed: 0, unplayed: 0 };
  for (const { file } of scenarios) counts[standingOf(results.get(file))] += 1;
  return counts;
};

/** Which scenarios are shown. */
export interface ScenarioFilter {
  readonly text: string;
  readonly standing: Standing | undefined;
}

/** The scenarios that have every word in title, file or requirements, and stand as asked. */
export const findScenarios = (
  scenarios: readonly ScenarioView[],
  { text, standing }: ScenarioFilter,
  results: LastResults,
): readonly ScenarioView[] => {
  const words = text.toLowerCase().split(/\s+/);
  return scenarios.filter(({ title, file, requirements }) => {
    const own = `${title} ${file} ${requirements.join(' ')}`.toLowerCase();
    const stands = standing === undefined || standing === standingOf(results.get(file));
    return stands && words.every((word) => own.includes(word));
  });
};

/** Scenarios that are told together. */
export interface ScenarioGroup {
  readonly title: string;
  /** What it is about, where its title does not say all. */
  readonly about: string;
  readonly scenarios: readonly ScenarioView[];
}

/** The scenarios by folder, those that were saved by themselves; what failed comes first. */
export const groupScenarios = (scenarios: readonly ScenarioView[], results: LastResults): readonly ScenarioGroup[] => {
  const groups = new Map<string, ScenarioView[]>();
  for (const scenario of byUrgency(scenarios, results)) {
    const title = groupOf(scenario);
    groups.set(title, [...(groups.get(title) ?? []), scenario]);
  }
  return [...groups].map(([title, own]) => {
    const about = aboutOf(own);
    return { title, about: about === title.toLowerCase() ? '' : about, scenarios: own };
  });
};

const byUrgency = (scenarios: readonly ScenarioView[], results: LastResults) => {
  const urgency = ({ file, home }: ScenarioView): number => {
    const result = results.get(file);
    if (result !== undefined && isTrouble(result)) return verdicts.indexOf(result.verdict);
    return home === 'saved' ? verdicts.length : verdicts.length + 1;
  };
  return scenarios.toSorted((a, b) => urgency(a) - urgency(b));
};

/** `Free spins` of `scenarios/conformance/free-spins/played.yaml`. */
const groupOf = ({ home, file }: ScenarioView): string => {
  if (home === 'saved') return 'Saved here';
  const folder = file.split('/').at(-2) ?? 'others';
  return `${folder.charAt(0).toUpperCase()}${folder.slice(1)}`.replaceAll('-', ' ');
};

/** What most of their requirements are about. */
const aboutOf = (scenarios: readonly ScenarioView[]): string => {
  const counts = new Map<string, number>();
  for (const id of scenarios.flatMap(({ requirements }) => requirements)) {
    const about = requirementGroups[id.split('-')[0] ?? ''] ?? '';
    counts.set(about, (counts.get(about) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
};
