import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import type { FindingCode } from '../spec/finding.ts';
import { foldedByCause, type RootCause } from '../spec/root-causes.ts';
import { isBasic } from '../spec/situation.ts';
import { failsRun } from '../spec/verdict.ts';
import { findingsByWeight, placeOf } from './finding-text.ts';

/** Findings of one code, and every time that the run showed one: one cause, whatever they are charged to. */
export interface SeenFinding {
  readonly code: FindingCode;
  readonly isKnown: boolean;
  /** What it breaks, the most urgent first, and of those the nearest to the cause. */
  readonly requirements: RequirementResult[];
  /** By their calls; never empty. */
  readonly sightings: Map<string, Sighting>;
}

/** What some calls show, told once, whatever number of requirements it is charged to. */
export interface Sighting {
  readonly finding: Finding;
  readonly requirement: string;
}

/** What is wrong with the agent, with what follows from it. */
export interface RunCause extends RootCause<SeenFinding> {
  readonly standing: (typeof standings)[number];
}

const standings = ['fails', 'warns', 'known'] as const;

/**
 * What is broken, each root cause once: what fails the run first, what the baseline excuses last.
 * What is excused explains nothing that is not.
 */
export const causesOf = (run: Run): readonly RunCause[] => {
  const seen = seenIn(run);
  const order = brokenOf(run).map(({ id }) => id);
  const placeOfLead = ({ told }: RunCause): number => order.indexOf(told.requirements[0]?.id ?? '');
  return [false, true]
    .flatMap((isKnown) => foldedByCause(seen.filter((each) => each.isKnown === isKnown)))
    .map((cause) => ({ ...cause, standing: standingOf(cause, run) }))
    .toSorted(
      (one, other) =>
        standings.indexOf(one.standing) - standings.indexOf(other.standing) || placeOfLead(one) - placeOfLead(other),
    );
};

/** The run, with every finding that follows from another cause naming it. */
export const withCauses = (run: Run): Run => {
  const causes = new Map(
    causesOf(run).flatMap(({ told, also }) => also.map((each) => [keyOfCode(each), told.code] as const)),
  );
  const named = (finding: Finding): RequirementResult['findings'][number] => {
    const isKnown = finding.known !== undefined;
    const cause = finding.weight === 'note' ? undefined : causes.get(keyOfCode({ code: finding.code, isKnown }));
    return { ...finding, cause };
  };
  return { ...run, requirements: run.requirements.map((each) => ({ ...each, findings: each.findings.map(named) })) };
};

const keyOfCode = ({ code, isKnown }: Pick<SeenFinding, 'code' | 'isKnown'>): string => `${code} ${isKnown}`;

const standingOf = ({ told, also }: RootCause<SeenFinding>, { setup }: Run): RunCause['standing'] => {
  if (told.isKnown) return 'known';
  const requirements = [told, ...also].flatMap((each) => each.requirements);
  return requirements.some((each) => failsRun(each, setup.strict)) ? 'fails' : 'warns';
};

/** All of it was seen in one place: the run. */
const seenIn = (run: Run) => {
  const seen = new Map<string, SeenFinding>();
  for (const requirement of brokenOf(run)) {
    for (const finding of weighty(requirement)) addTo(seen, requirement, finding);
  }
  return [...seen.values()].map((each) => ({ ...nearestFirst(each, run), count: each.sightings.size, places: [] }));
};

/** Failed before warned, and what the baseline knows last: the order in which to fix. */
const brokenOf = ({ requirements }: Run): RequirementResult[] => {
  const broken = requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return broken.toSorted((one, other) => urgency(one) - urgency(other));
};

const urgency = ({ known, verdict }: RequirementResult): number =>
  (known === true ? 2 : 0) + (verdict === 'failed' ? 0 : 1);

/**
 * A requirement is nearest to a cause that a scenario of its own shows, and before those about amounts or repeats the
 * one that every such call shows: what is wrong with a rollback is told as RB-01, not as one of a large amount.
 */
const nearestFirst = (seen: SeenFinding, { scenarios }: Run): SeenFinding => {
  const listed = new Map(scenarios.map(({ file, requirements }) => [file, requirements]));
  const isOwn = ({ id, findings }: RequirementResult): boolean =>
    findings.some(
      ({ code, weight, scenario }) =>
        code === seen.code && weight !== 'note' && listed.get(scenario)?.includes(id) === true,
    );
  const distance = (each: RequirementResult): number => (isOwn(each) ? 0 : 2) + (isBasic(each.id) ? 0 : 1);
  const requirements = seen.requirements.toSorted(
    (one, other) => urgency(one) - urgency(other) || distance(one) - distance(other),
  );
  const ids = requirements.map(({ id }) => id);
  const sightings = [...seen.sightings].toSorted(
    ([, one], [, other]) => ids.indexOf(one.requirement) - ids.indexOf(other.requirement),
  );
  return { ...seen, requirements, sightings: new Map(sightings) };
};

const weighty = ({ findings }: RequirementResult): Finding[] =>
  findingsByWeight(findings).filter(({ weight }) => weight !== 'note');

const addTo = (seen: Map<string, SeenFinding>, requirement: RequirementResult, finding: Finding): void => {
  const { code, known } = finding;
  const isKnown = known !== undefined;
  const key = keyOfCode({ code, isKnown });
  const each: SeenFinding = seen.get(key) ?? {
    code,
    isKnown,
    requirements: [],
    sightings: new Map(),
  };
  seen.set(key, each);
  if (!each.requirements.includes(requirement)) each.requirements.push(requirement);
  const calls = keyOf(finding);
  if (!each.sightings.has(calls)) {
    each.sightings.set(calls, { finding, requirement: requirement.id });
  }
};

const keyOf = (finding: Finding): string =>
  finding.exchanges.length === 0 ? `${placeOf(finding)} ${finding.message}` : finding.exchanges.join(' ');

/** The simplest evidence first; then what breaks another requirement before more of the same. */
export const inOrder = (sightings: SeenFinding['sightings']): [Sighting, ...Sighting[]] => {
  const size = ({ finding: { exchanges } }: Sighting): number =>
    exchanges.length === 0 ? Number.POSITIVE_INFINITY : exchanges.length;
  const simplest = [...sightings.values()].toSorted((one, other) => size(one) - size(other));
  const seen = new Set<string>();
  const isNew = ({ requirement }: Sighting): boolean => {
    const before = seen.size;
    return seen.add(requirement).size > before;
  };
  const news = new Set(simplest.filter(isNew));
  const more = simplest.filter((sighting) => !news.has(sighting));
  return [...news, ...more] as [Sighting, ...Sighting[]];
};
