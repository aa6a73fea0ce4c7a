import { shellCommand } from '../base/shell-command.ts';
import type { BreachView } from '../components/breach-view.ts';
import type { AlsoView, ReportedBreach, SightingView } from '../components/report-view.ts';
import type { ReportedExchange, RequirementResult, Run } from '../formats/run.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';
import { failsRun } from '../spec/verdict.ts';
import { breachView, brokenByAll, given, mostCalls } from './breach-view.ts';
import { balanceBefore } from './exchange-facts.ts';
import { placeOf } from './finding-text.ts';
import { requirementIds } from './requirement-ids.ts';
import { causesOf, type RunCause, type SeenFinding, type Sighting } from './run-causes.ts';
import { sourceView } from './source-view.ts';

/**
 * What is broken, each root cause once, with the calls that show it: what fails the run first, what
 * the baseline excuses last. What follows from it is told within it.
 */
export const runBreaches = (
  run: Run,
  rerun: readonly string[],
  causes: readonly RunCause[] = causesOf(run),
): ReportedBreach[] => {
  const drawn = openAllowance(mostDrawn);
  const byId = exchangesById(run);
  return causes.map((cause) => reported(cause, { run, rerun, drawn, byId }));
};

const exchangesById = ({ exchanges }: Run): ReadonlyMap<string, ReportedExchange> =>
  new Map(exchanges.map((exchange) => [exchange.id, exchange]));

/** Calls that a whole report draws. */
const mostDrawn = 800;

/** Of one root cause, after the first: sightings told with their calls, and told at all. */
const most = { drawn: 3, told: 50 } as const;

interface Telling {
  readonly run: Run;
  readonly rerun: readonly string[];
  readonly drawn: Allowance;
  readonly byId: ReadonlyMap<string, ReportedExchange>;
}

const reported = ({ told, also, standing }: RunCause, telling: Telling): ReportedBreach => {
  const { run, rerun, byId } = telling;
  const [first, ...others] = told.sightings;
  const breach = viewOf(first, told.requirements, telling);
  const following = also.map((each) => alsoView(each, telling));
  const alone = [told, ...also].flatMap(({ requirements }) => requirements).find((each) => showsAlone(each, run, byId));
  const lead = told.requirements[0]?.id ?? '';
  const requirements = brokenByAll([breach, ...following]);
  const results = [told, ...also].flatMap((each) => each.requirements).filter(({ id }) => id !== lead);
  const idsOf = (isWanted: (result: RequirementResult) => boolean): string => {
    const wanted = new Set(results.filter(isWanted).map(({ id }) => id));
    return requirementIds(catalogue.map(({ id }) => id).filter((id) => wanted.has(id)));
  };
  const isOnlyWarned = (result: RequirementResult): boolean =>
    standing === 'fails' && !failsRun(result, run.setup.strict);
  return {
    id: idOf(told),
    ...{ standing, lead },
    alsoBreaks: idsOf((result) => !isOnlyWarned(result)),
    alsoWarns: idsOf(isOnlyWarned),
    times: [told, ...also].reduce((sum, { sightings }) => sum + sightings.length, 0),
    breach: { ...breach, requirements },
    source: sourceView(first.finding, run, byId),
    ...sightingViews(others, { of: told, drawn: most.drawn, telling }),
    also: following,
    ...(alone === undefined ? {} : { rerun: shellCommand([...rerun, '--only', alone.id]) }),
  };
};

const idOf = ({ code, isKnown }: SeenFinding): string => `breach-${code}${isKnown ? '-known' : ''}`;

/** What follows from a root cause, with every time that it was seen. */
const alsoView = (seen: SeenFinding, telling: Telling): AlsoView => {
  const { code, title, requirements, change } = viewOf(seen.sightings[0], seen.requirements, telling);
  return {
    ...{ id: idOf(seen), code, title, requirements, change },
    ...sightingViews(seen.sightings, { of: seen, drawn: most.drawn + 1, telling }),
  };
};

interface SightingsOf {
  readonly of: SeenFinding;
  /** How many are told with their calls. */
  readonly drawn: number;
  readonly telling: Telling;
}

const sightingViews = (
  sightings: readonly Sighting[],
  { of: { requirements }, drawn, telling }: SightingsOf,
): Pick<ReportedBreach, 'others' | 'untold'> => {
  const others = sightings.slice(0, most.told).map((sighting, index) => {
    const view = index < drawn ? viewOf(sighting, requirements, telling) : undefined;
    return sightingView(sighting, view, telling);
  });
  return { others, untold: sightings.length - others.length };
};

/** With its calls where there is room for them, else as a line. */
const sightingView = ({ finding }: Sighting, view: BreachView | undefined, { run, byId }: Telling): SightingView => {
  if (view === undefined || view.calls.length === 0) {
    const source = { place: placeOf(finding), file: finding.scenario, lines: [] };
    return { message: finding.message, calls: [], leftOut: 0, source };
  }
  const { message, calls, leftOut, before, arithmetic, cause } = view;
  return {
    ...{ message, calls, leftOut },
    ...given({ before, arithmetic, cause }),
    source: sourceView(finding, run, byId),
  };
};

/** Without calls where the report has drawn enough of them. */
const viewOf = (
  { finding }: Sighting,
  requirements: readonly RequirementResult[],
  { run, byId, drawn }: Telling,
): BreachView => {
  const named = finding.exchanges.flatMap((id) => byId.get(id) ?? []);
  const exchanges = drawn.take(Math.min(named.length, mostCalls)) ? named : [];
  const before = balanceBefore(exchanges, run.exchanges);
  return breachView({ finding, requirements, exchanges, before });
};

/**
 * Whether a run of this requirement alone shows its breach again: it was found by the calls of a
 * scenario that lists it, steps of the scenario among them, and not by what others had left.
 */
export const showsAlone = ({ id, findings }: RequirementResult, run: Run, exchanges = exchangesById(run)): boolean => {
  const listing = new Set(
    run.scenarios.filter(({ requirements }) => requirements.includes(id)).map(({ file }) => file),
  );
  const isOfAll = catalogue.some((each) => each.id === id && each.judgedBy === 'every-answer');
  return findings.some((finding) => {
    if (finding.weight === 'note' || !(listing.has(finding.scenario) || isOfAll)) return false;
    const evidence = finding.exchanges.flatMap((each) => exchanges.get(each) ?? []);
    const isOwn = evidence.every(({ scenario }) => scenario === finding.scenario);
    return isOwn && evidence.some(({ line, direction }) => line !== undefined || direction === 'operation');
  });
};

/** So much may be taken, and no more: what keeps a report below 3 MB. */
export interface Allowance {
  /** Takes the amount and says so; takes nothing where there is less left. */
  take(amount: number): boolean;
}

/** An allowance that starts at so much. */
export const openAllowance = (start: number): Allowance => {
  let left = start;
  return {
    take: (amount) => {
      if (amount > left) return false;
      left -= amount;
      return true;
    },
  };
};
