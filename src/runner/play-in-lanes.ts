import type { Finding } from '../formats/judgement.ts';
import type { Scenario, Step } from '../formats/scenario/scenario.ts';
import { matches } from '../judges/baseline.ts';
import type { PlayedScenario } from './play-scenario.ts';
import { playScenario } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import { findRoot } from './preflight.ts';
import { kindsOfSteps, reasonToSkip } from './reason-to-skip.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import type { RunPlayers } from './run-players.ts';

/** What was played, in the order of the scenarios. */
interface PlayedScenarios {
  readonly played: readonly PlayedScenario[];
  /** Why the rest was not played, when the agent is gone. */
  readonly root: Root | undefined;
  /** The scenario after which `--bail` ended the run. */
  readonly bailedAfter: string | undefined;
}

/** Plays the scenarios; stops when the agent is gone, enough is seen, or the run interrupted. */
export const playInLanes = async (
  context: RunContext,
  scenarios: readonly Scenario[],
  order: RunOrder,
): Promise<PlayedScenarios> => {
  const { first, lanes, last } = schedule(context, scenarios);
  const progress: LanesProgress = {
    context,
    order,
    played: [],
    root: undefined,
    bailedAfter: undefined,
  };
  await playInTurn(progress, { players: context.players, placed: first });
  if (anyFailed(progress)) {
    for (const lane of lanes) await playInTurn(progress, lane);
  } else {
    await Promise.all(lanes.map((lane) => playInTurn(progress, lane)));
  }
  await playInTurn(progress, { players: context.players, placed: last });
  const { played, root, bailedAfter } = progress;
  const files = scenarios.map(({ file }) => file);
  const placeOf = ({ scenario }: PlayedScenario): number => files.indexOf(scenario.file);
  return { played: played.toSorted((a, b) => placeOf(a) - placeOf(b)), root, bailedAfter };
};

interface LanesProgress {
  readonly context: RunContext;
  readonly order: RunOrder;
  readonly played: PlayedScenario[];
  root: Root | undefined;
  bailedAfter: string | undefined;
}

const playInTurn = async (progress: LanesProgress, { players, placed }: Lane): Promise<void> => {
  const { context, order } = progress;
  for (const one of placed) {
    if (order.isPlayed?.(one.scenario) === false) continue;
    const isOver = progress.root !== undefined || progress.bailedAfter !== undefined;
    if (isOver || context.signal.aborted) return;
    await playOne(progress, players, one);
  }
};

const playOne = async (
  progress: LanesProgress,
  players: RunPlayers,
  { scenario, position }: PlacedScenario,
): Promise<void> => {
  const { context, order } = progress;
  const { file, title } = scenario;
  order.tell({ kind: 'scenario-started', file, title });
  const one = await playScenario({ ...context, players }, scenario, position);
  progress.played.push(one);
  const findings = one.judgements.flatMap((each) => each.findings);
  order.tell({ kind: 'scenario-finished', result: one.result, findings });
  if (isGone(one)) progress.root ??= await findRoot(context);
  if (order.bail && isBreach(one, order)) progress.bailedAfter ??= file;
};

/** Whether the scenario fails the run: by a breach that no baseline knows. */
const isBreach = ({ judgements }: PlayedScenario, { policy, baseline }: RunOrder): boolean => {
  const isKnown = (finding: Finding): boolean =>
    baseline?.entries.some((entry) => matches(entry, finding)) === true;
  return judgements.some(
    ({ verdict, findings }) =>
      (verdict === 'failed' || (policy.strict && verdict === 'warned')) &&
      findings.some((finding) => finding.weight === 'breach' && !isKnown(finding)),
  );
};

/** Whether the scenario ended because nobody answered any more. */
const isGone = ({ ending }: PlayedScenario): boolean =>
  ending?.kind === 'inconclusive' ||
  (ending?.kind === 'breach' &&
    ['no-answer', 'too-slow', 'survived-badly'].includes(ending.finding.code));

/** An agent that mixes accounts would break what is played beside it: then nothing is. */
const anyFailed = ({ played }: LanesProgress): boolean =>
  played.some(({ judgements }) => judgements.some(({ verdict }) => verdict === 'failed'));

/** A scenario, and its place in the run, which its ids carry. */
export interface PlacedScenario {
  readonly scenario: Scenario;
  readonly position: number;
}

/** Scenarios of one player after another, beside the other lanes. */
interface Lane {
  readonly players: RunPlayers;
  readonly placed: readonly PlacedScenario[];
}

/**
 * When each scenario is played: first those that need several players, one after another; then
 * those of one player, side by side on different players; at the end those that disturb everybody.
 * The same scenarios and players always give the same schedule.
 */
interface PlaySchedule {
  readonly first: readonly PlacedScenario[];
  readonly lanes: readonly Lane[];
  readonly last: readonly PlacedScenario[];
}

export const schedule = (context: RunContext, scenarios: readonly Scenario[]): PlaySchedule => {
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
const lanesFor = (context: RunContext, placed: readonly PlacedScenario[]): Lane[] => {
  const { players } = context;
  const count = Math.max(1, Math.min(players.known.length, mostLanes));
  const lanes = Array.from({ length: count }, (_, index) => ({
    players: startingWith(players, index),
    placed: [] as PlacedScenario[],
    costMs: 0,
  }));
  const [main] = lanes;
  if (main === undefined) return [];
  for (const each of placed.toSorted(byFreedom)) {
    const fitting = lanes.filter(
      (lane) => lane === main || fits({ ...context, players: lane.players }, each),
    );
    const lane = fitting.reduce((best, other) => (other.costMs < best.costMs ? other : best));
    lane.placed.push(each);
    lane.costMs += costOf(each);
  }
  return lanes.map((lane) => ({
    players: lane.players,
    placed: lane.placed.toSorted((a, b) => a.position - b.position),
  }));
};

/** What has only one lane comes first, so that the rest is spread around it; then the longest. */
const byFreedom = (a: PlacedScenario, b: PlacedScenario): number =>
  Number(isRace(b)) - Number(isRace(a)) || costOf(b) - costOf(a);

const isRace = ({ scenario }: PlacedScenario): boolean =>
  kindsOfSteps(scenario.steps).has('together');

/** Races are kept on player one: two at a time would blur each other. */
const fits = (context: RunContext, placed: PlacedScenario): boolean =>
  !isRace(placed) && reasonToSkip(context, placed.scenario) === undefined;

/** The players with that player as player one. */
const startingWith = (players: RunPlayers, index: number): RunPlayers => ({
  ...players,
  known: [...players.known.slice(index), ...players.known.slice(0, index)],
});

const costOf = ({ scenario }: PlacedScenario): number => 5 + stepsCost(scenario.steps);

/** A guess in milliseconds, good enough to spread the work. */
const stepsCost = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.kind === 'wait') return sum + step.durationMs;
    if (step.kind === 'repeat') return sum + step.count * stepsCost(step.steps);
    if (step.kind === 'pack') return sum + 2 * step.total;
    return sum + (step.kind === 'together' ? step.steps.length : 1);
  }, 0);
