import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, RequirementResult, Run } from '../formats/run.ts';
import { callbackTypes } from '../spec/callback.ts';
import { type FindingCode, isAboutMoney } from '../spec/finding.ts';
import { foldedByCause, type RootCause, type SeenCode } from '../spec/root-causes.ts';
import { isBasic } from '../spec/situation.ts';
import { failsRun } from '../spec/verdict.ts';
import { fieldText, readBodyFields } from './body-fields.ts';
import { findingsByWeight, placeOf } from './finding-text.ts';

/** Findings of one code, and every time that the run showed one: one cause, whatever they are charged to. */
export interface SeenFinding {
  readonly code: FindingCode;
  readonly isKnown: boolean;
  /** What it breaks, the most urgent first, and of those the nearest to the cause. */
  readonly requirements: readonly RequirementResult[];
  /** The one that tells it best first. */
  readonly sightings: readonly [Sighting, ...Sighting[]];
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

/** As findings are gathered: in no order, sightings by their calls. */
interface Gathered extends Pick<SeenFinding, 'code' | 'isKnown'> {
  readonly requirements: RequirementResult[];
  readonly sightings: Map<string, Sighting>;
}

/** All of it was seen in one place: the run. */
const seenIn = (run: Run) => {
  const gathered = new Map<string, Gathered>();
  const atOnce = new Set(run.exchanges.filter(({ burst }) => burst !== undefined).map(({ id }) => id));
  const isAtOnce: IsAtOnce = (exchange) => atOnce.has(exchange);
  for (const requirement of brokenOf(run)) {
    for (const finding of weighty(requirement)) addTo(gathered, requirement, finding);
  }
  // Of one nothing follows.
  const traits = gathered.size < 2 ? undefined : traitsIn(run);
  const seen = [...gathered.values()].map((each) => nearestFirst(each, run, isAtOnce));
  return seen.map((each) => ({
    ...each,
    ...{ count: each.sightings.length, places: [] },
    ...(traits === undefined ? {} : { played: playedOf(each, traits) }),
  }));
};

/** Whether other calls were under way. */
type IsAtOnce = (exchange: string) => boolean;

/** What a call is: its kind, and what sets it apart from others of its kind. */
type Trait = string;

/** What there is in a run to tell causes by: of each call, and of each scenario all that its steps do. */
interface Traits {
  readonly ofCall: ReadonlyMap<string, ReadonlySet<Trait>>;
  readonly ofScenario: ReadonlyMap<string, ReadonlySet<Trait>>;
}

const traitsIn = ({ exchanges, setup }: Run): Traits => {
  const players = new Set(setup.players?.map(({ id }) => id));
  const ofCall = new Map<string, Set<Trait>>();
  const ofScenario = new Map<string, Set<Trait>>();
  const accounts = new Map<string, string>();
  // Our own calls, which open and give back, are in every scenario.
  for (const exchange of exchanges.filter(({ line }) => line !== undefined)) {
    const { id, scenario } = exchange;
    const body = readBodyFields(exchange.requestBody);
    const player = fieldText(body, 'string', 'player_id') ?? '';
    const account = `${player} ${fieldText(body, 'string', 'currency')}`;
    const own = new Set(ownTraits(exchange));
    if (player !== '' && players.size > 0 && !players.has(player)) own.add('unknown player');
    const all = new Set([...(ofScenario.get(scenario) ?? []), ...own]);
    if ((accounts.get(scenario) ?? account) !== account) all.add('several accounts');
    accounts.set(scenario, account);
    ofCall.set(id, own);
    ofScenario.set(scenario, all);
  }
  return { ofCall, ofScenario };
};

/** What a call says of itself: its label tells how it was sent. */
const ownTraits = ({ kind, label = '', burst }: ReportedExchange): Trait[] => [
  kind,
  ...(/ again\b/.test(label) ? ['again'] : []),
  ...(/\bsign(?:ature|ed)\b/.test(label) ? ['forged'] : []),
  ...(burst === undefined ? [] : ['at once']),
];

/** Where it was seen, and which scenarios do all that was done each time that it was seen. */
const playedOf = ({ code, sightings }: SeenFinding, { ofCall, ofScenario }: Traits): SeenCode['played'] => {
  const all = sightings.map(({ finding }) => finding);
  const [first = new Set<Trait>(), ...others] = all.map(({ scenario, exchanges }) => {
    const isApart = ofScenario.get(scenario)?.has('several accounts') === true;
    return new Set([...(ofCall.get(exchanges.at(-1) ?? '') ?? []), ...(isApart ? ['several accounts'] : [])]);
  });
  const common = [...first].filter((trait) => trait !== 'getBalance' && others.every((each) => each.has(trait)));
  // Who is let in or refused for what a call says is no cause where nothing is known to say it.
  const isTelling = isAboutMoney(code) || common.some((trait) => !callbackTypes.some((type) => type === trait));
  const files = [...ofScenario]
    .filter(([, traits]) => common.every((trait) => traits.has(trait)))
    .map(([file]) => file);
  const seen = new Set(all.map(({ scenario }) => scenario));
  return { seen, alike: new Set([...(isTelling ? files : []), ...seen]) };
};

/** Failed before warned, and what the baseline knows last: the order in which to fix. */
const brokenOf = ({ requirements }: Run): RequirementResult[] => {
  const broken = requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return broken.toSorted((one, other) => urgency(one) - urgency(other));
};

const urgency = ({ known, verdict }: RequirementResult): number =>
  (known === true ? 2 : 0) + (verdict === 'failed' ? 0 : 1);

/**
 * A requirement is nearest to a cause that calls one after another show, then one that a scenario of its own shows, and
 * before those about amounts or repeats the one that every such call shows: what is wrong with a rollback is told as
 * RB-01, not as one of a large amount. Of the sightings those one after another come first, of those one of a scenario
 * about the first requirement, of those the one of the fewest calls.
 */
const nearestFirst = (seen: Gathered, { scenarios }: Run, isAtOnce: IsAtOnce): SeenFinding => {
  const listed = new Map(scenarios.map(({ file, requirements }) => [file, requirements]));
  const isOwn = ({ id, findings }: RequirementResult): boolean =>
    findings.some(
      ({ code, weight, scenario }) =>
        code === seen.code && weight !== 'note' && listed.get(scenario)?.includes(id) === true,
    );
  const isInSequence = ({ findings }: RequirementResult): boolean =>
    findings.some(({ code, exchanges }) => code === seen.code && !exchanges.some(isAtOnce));
  const distance = (each: RequirementResult): number =>
    (isInSequence(each) ? 0 : 4) + (isOwn(each) ? 0 : 2) + (isBasic(each.id) ? 0 : 1);
  const requirements = seen.requirements.toSorted(
    (one, other) => urgency(one) - urgency(other) || distance(one) - distance(other),
  );
  const ids = requirements.map(({ id }) => id);
  const [lead = ''] = ids;
  const isAboutLead = ({ requirement, finding }: Sighting): boolean =>
    requirement === lead && listed.get(finding.scenario)?.includes(lead) === true;
  const plainness = (sighting: Sighting): number =>
    (sighting.finding.exchanges.some(isAtOnce) ? 2 : 0) + (isAboutLead(sighting) ? 0 : 1);
  const sightings = [...seen.sightings.values()].toSorted(
    (one, other) =>
      plainness(one) - plainness(other) ||
      callsOf(one) - callsOf(other) ||
      ids.indexOf(one.requirement) - ids.indexOf(other.requirement),
  );
  return { ...seen, requirements, sightings: othersBeforeMore(sightings) };
};

const weighty = ({ findings }: RequirementResult): Finding[] =>
  findingsByWeight(findings).filter(({ weight }) => weight !== 'note');

const addTo = (gathered: Map<string, Gathered>, requirement: RequirementResult, finding: Finding): void => {
  const { code, known } = finding;
  const isKnown = known !== undefined;
  const key = keyOfCode({ code, isKnown });
  const each: Gathered = gathered.get(key) ?? { code, isKnown, requirements: [], sightings: new Map() };
  gathered.set(key, each);
  if (!each.requirements.includes(requirement)) each.requirements.push(requirement);
  const calls = keyOf(finding);
  if (!each.sightings.has(calls)) each.sightings.set(calls, { finding, requirement: requirement.id });
};

const keyOf = (finding: Finding): string =>
  finding.exchanges.length === 0 ? `${placeOf(finding)} ${finding.message}` : finding.exchanges.join(' ');

const callsOf = ({ finding: { exchanges } }: Sighting): number =>
  exchanges.length === 0 ? Number.POSITIVE_INFINITY : exchanges.length;

/** What breaks another requirement comes before more of the same. */
const othersBeforeMore = (sightings: readonly Sighting[]): SeenFinding['sightings'] => {
  const firsts = new Map(sightings.toReversed().map((sighting) => [sighting.requirement, sighting]));
  const isFirst = (sighting: Sighting): boolean => firsts.get(sighting.requirement) === sighting;
  return [...sightings.filter(isFirst), ...sightings.filter((each) => !isFirst(each))] as [Sighting, ...Sighting[]];
};
