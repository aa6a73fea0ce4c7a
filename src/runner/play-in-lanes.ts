import type { TellRunEvent } from '../formats/run.ts';
import type { Scenario, Step } from '../formats/scenario/scenario.ts';
import type { Played } from './play-scenario.ts';
import { playScenario } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import { findRoot } from './preflight.ts';
import { kindsOfSteps, reasonToSkip } from './reason-to-skip.ts';
import type { RunContext } from './run-context.ts';
import type { Cast } from './run-players.ts';

interface PerformanceOrder {
  readonly scenarios: readonly Scenario[];
  /** The others are only given their place. */
  readonly isPlayed?: ((scenario: Scenario) => boolean) | undefined;
  readonly tell: TellRunEvent;
  /** Whether what was played is reason to play no more (`--bail`). */
  readonly isEnough: (played: Played) => boolean;
}

/** What was played, in the order of the scenarios. */
export interface Performance {
  readonly played: readonly Played[];
  /** Why the rest was not played, when the agent is gone. */
  readonly root?: Root | undefined;
  /** The scenario after which `--bail` ended the run. */
  readonly bailedAfter?: string | undefined;
}

/** Plays the scenarios; stops when the agent is gone, enough is seen, or the run interrupted. */
export const perform = async (
  context: RunContext,
  order: PerformanceOrder,
): Promise<Performance> => {
  const { first, lanes, last } = schedule(context, order.scenarios);
  const show: Show = { context, order, played: [] };
  await playInTurn(show, { cast: context.cast, placed: first });
  if (mixesAccounts(show)) {
    for (const lane of lanes) await playInTurn(show, lane);
  } else {
    await Promise.all(lanes.map((lane) => playInTurn(show, lane)));
  }
  await playInTurn(show, { cast: context.cast, placed: last });
  const files = order.scenarios.map(({ file }) => file);
  return {
    played: show.played.toSorted(
      (a, b) => files.indexOf(a.scenario.file) - files.indexOf(b.scenario.file),
    ),
    root: show.root,
    bailedAfter: show.bailedAfter,
  };
};

/** A performance while it goes on. */
interface Show {
  readonly context: RunContext;
  readonly order: PerformanceOrder;
  readonly played: Played[];
  root?: Root | undefined;
  bailedAfter?: string | undefined;
}

const playInTurn = async (show: Show, { cast, placed }: Lane): Promise<void> => {
  const { isPlayed = () => true } = show.order;
  for (const one of placed.filter(({ scenario }) => isPlayed(scenario))) {
    if (isOver(show)) return;
    await playOne(show, cast, one);
  }
};

const isOver = ({ context, root, bailedAfter }: Show): boolean =>
  context.signal.aborted || root !== undefined || bailedAfter !== undefined;

const playOne = async (show: Show, cast: Cast, { scenario, position }: Placed): Promise<void> => {
  const { context, order } = show;
  const { file, title } = scenario;
  order.tell({ kind: 'scenario-started', file, title });
  const one = await playScenario({ ...context, cast }, scenario, position);
  show.played.push(one);
  const findings = one.judgements.flatMap((each) => each.findings);
  order.tell({ kind: 'scenario-finished', result: one.result, findings });
  if (isGone(one)) show.root ??= await findRoot(context);
  if (order.isEnough(one)) show.bailedAfter ??= file;
};

/** Whether the scenario ended because nobody answered any more. */
const isGone = ({ ending }: Played): boolean =>
  ending?.kind === 'inconclusive' ||
  (ending?.kind === 'breach' &&
    ['no-answer', 'too-slow', 'survived-badly'].includes(ending.finding.code));

/** Whether one account was seen to move another's money: then nothing is played side by side. */
const mixesAccounts = ({ played }: Show): boolean =>
  played.some(({ judgements }) => judgements.some(({ verdict }) => verdict === 'failed'));

/** A scenario, and its place in the run, which its ids carry. */
export interface Placed {
  readonly scenario: Scenario;
  readonly position: number;
}

/** Scenarios of one player after another, beside the other lanes. */
interface Lane {
  readonly cast: Cast;
  readonly placed: readonly Placed[];
}

/**
 * When each scenario is played: first those that need several players, one after another; then
 * those of one player, side by side on different players; at the end those that disturb everybody.
 * The same scenarios and players always give the same schedule.
 */
interface Schedule {
  readonly first: readonly Placed[];
  readonly lanes: readonly Lane[];
  readonly last: readonly Placed[];
}

export const schedule = (context: RunContext, scenarios: readonly Scenario[]): Schedule => {
  const placed = scenarios.map((scenario, index) => ({ scenario, position: index + 1 }));
  const last = placed.filter(({ scenario }) => disturbs(scenario));
  const first = placed.filter(({ scenario }) => !disturbs(scenario) && scenario.players > 1);
  const rest = placed.filter(({ scenario }) => !disturbs(scenario) && scenario.players === 1);
  return { first, lanes: lanesFor(context, rest), last };
};

/** A restart and bytes that are no callback concern the whole agent, a launch the whole platform. */
const disturbs = ({ steps }: Scenario): boolean => {
  const kinds = kindsOfSteps(steps);
  return kinds.has('restart') || kinds.has('launch') || kinds.has('raw');
};

/** More would be load, and blur what each is about. */
const mostLanes = 4;

/** The longest scenarios are placed first, each in the lane that is done soonest. */
const lanesFor = (context: RunContext, placed: readonly Placed[]): Lane[] => {
  const { cast } = context;
  const count = Math.max(1, Math.min(cast.players.length, mostLanes));
  const lanes = Array.from({ length: count }, (_, index) => ({
    cast: startingWith(cast, index),
    placed: [] as Placed[],
    costMs: 0,
  }));
  const [main] = lanes;
  if (main === undefined) return [];
  for (const each of placed.toSorted(byFreedom)) {
    const fitting = lanes.filter(
      (lane) => lane === main || fits({ ...context, cast: lane.cast }, each),
    );
    const lane = fitting.reduce((best, other) => (other.costMs < best.costMs ? other : best));
    lane.placed.push(each);
    lane.costMs += costOf(each);
  }
  return lanes.map((lane) => ({
    cast: lane.cast,
    placed: lane.placed.toSorted((a, b) => a.position - b.position),
  }));
};

/** What has only one lane comes first, so that the rest is spread around it; then the longest. */
const byFreedom = (a: Placed, b: Placed): number =>
  Number(isRace(b)) - Number(isRace(a)) || costOf(b) - costOf(a);

const isRace = ({ scenario }: Placed): boolean => kindsOfSteps(scenario.steps).has('together');

/** Races are kept on player one: two at a time would blur each other. */
const fits = (context: RunContext, placed: Placed): boolean =>
  !isRace(placed) && reasonToSkip(context, placed.scenario) === undefined;

/** The cast with that player as player one. */
const startingWith = (cast: Cast, index: number): Cast => ({
  ...cast,
  players: [...cast.players.slice(index), ...cast.players.slice(0, index)],
});

const costOf = ({ scenario }: Placed): number => 5 + stepsCost(scenario.steps);

/** A guess in milliseconds, good enough to spread the work. */
const stepsCost = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.kind === 'wait') return sum + step.durationMs;
    if (step.kind === 'repeat') return sum + step.count * stepsCost(step.steps);
    if (step.kind === 'pack') return sum + 2 * step.total;
    return sum + (step.kind === 'together' ? step.steps.length : 1);
  }, 0);
