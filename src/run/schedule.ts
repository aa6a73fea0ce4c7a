import type { CallStep, Scenario, Step } from '../formats/scenario/scenario.ts';
import { reasonToSkip } from './reason-to-skip.ts';
import type { RunContext } from './run-context.ts';
import type { RunPlayers } from './run-players.ts';
import { callsIn, kindsOfSteps } from './steps.ts';

/** A scenario, and its place in the run, which its ids carry. */
export interface PlacedScenario {
  readonly scenario: Scenario;
  readonly position: number;
}

/** Scenarios of one player after another, beside the other lanes. */
export interface Lane {
  readonly players: RunPlayers;
  readonly placed: readonly PlacedScenario[];
}

/**
 * When each scenario is played: first those that need several players, one after another; then
 * those of one player, side by side on different players, and what may spoil an account as the last
 * of it, on another player than the first; at the end those that disturb everybody, and the worst.
 * The same scenarios, players and knowledge of the agent always give the same schedule.
 */
export interface PlaySchedule {
  readonly first: Lane;
  readonly lanes: readonly Lane[];
  readonly last: readonly Lane[];
}

export const schedule = (context: RunContext, scenarios: readonly Scenario[]): PlaySchedule => {
  const { players } = context;
  const placed = scenarios.map((scenario, index) => ({
    scenario,
    position: index + 1,
    harm: harmOf(scenario),
  }));
  const of = (part: Part): RankedScenario[] => placed.filter((one) => partOf(one) === part);
  // Who asked for these scenarios knows their order, and who plays them.
  if (context.ownCalls === 'balances') return { first: { players, placed }, lanes: [], last: [] };
  const ruining = of('ruining');
  const second = startingWith(players, 1);
  const isFit = (one: PlacedScenario): boolean => fits({ ...context, players: second }, one);
  return {
    first: { players, placed: of('several-players') },
    lanes: lanesFor(context, of('one-player')),
    last: [
      { players, placed: of('disturbing') },
      { players: second, placed: ruining.filter(isFit) },
      { players, placed: ruining.filter((one) => !isFit(one)) },
    ],
  };
};

/** About how long the scenarios take, milliseconds: by the latency and the rate that are known of the agent. */
export const estimateMs = (context: RunContext, scenarios: readonly Scenario[]): number => {
  const { latencyMs = usualLatencyMs, ratePerSecond } = context.known;
  const byLatency = scheduleMs(context, scenarios);
  if (ratePerSecond === undefined) return byLatency;
  // What a run costs more where each call takes a millisecond longer is the number of its calls.
  const costAt = (perCallMs: number): number => {
    const known = { ...context.known, latencyMs: perCallMs };
    return sumOf(scenarios, (scenario) => costMs({ ...context, known }, scenario));
  };
  const calls = costAt(latencyMs + 1) - costAt(latencyMs);
  return Math.max(byLatency, Math.round((calls / ratePerSecond) * 1000));
};

/**
 * How long the schedule takes at the latency that is known of the agent, milliseconds: the longest
 * lane, and what is played before and after the lanes.
 */
const scheduleMs = (context: RunContext, scenarios: readonly Scenario[]): number => {
  const { first, lanes, last } = schedule(context, scenarios);
  const durationOf = ({ players, placed }: Lane): number =>
    sumOf(placed, ({ scenario }) =>
      reasonToSkip({ ...context, players }, scenario) === undefined ? costMs(context, scenario) : 0,
    );
  const beside = Math.max(0, ...lanes.map(durationOf));
  return Math.round(durationOf(first) + beside + sumOf(last, durationOf));
};

type Part = 'several-players' | 'one-player' | 'disturbing' | 'ruining';

/** Who restarts the agent or sends what is no callback concerns all of it, launches and the clock the whole platform. */
const disturbingKinds = ['restart', 'raw', 'launch', 'clock'] as const;

const partOf = ({ scenario, harm }: RankedScenario): Part => {
  const kinds = kindsOfSteps(scenario.steps);
  if (disturbingKinds.some((kind) => kinds.has(kind))) return 'disturbing';
  if (scenario.players > 1) return 'several-players';
  return harm === 3 ? 'ruining' : 'one-player';
};

/**
 * What an agent with a mistake may be left with. 3: an account that is no number any more, or far from what it was; 2: one
 * below zero, or with money from nowhere, that no makeBet may bring back; 1: one that was overspent.
 */
type Harm = 0 | 1 | 2 | 3;

interface RankedScenario extends PlacedScenario {
  readonly harm: Harm;
}

const harmOf = ({ steps }: Scenario): Harm => {
  const calls = callsIn(steps);
  if (calls.some(hasImpossibleNumber) || calls.some(movesMillions)) return 3;
  if (calls.some(hasWrongAmount) || spendsAWin(calls)) return 2;
  return calls.some(asksTooMuch) ? 1 : 0;
};

/** Amounts that the step puts in the place of its own. */
const amountsSet = ({ options: { fields } }: CallStep): unknown[] =>
  ['bet', 'win'].flatMap((name) => (name in fields ? [fields[name]] : []));

/** `{ json: '1e309' }`: text that no value of YAML prints. */
const hasImpossibleNumber = (step: CallStep): boolean =>
  amountsSet(step).some((amount) => typeof amount === 'object' && amount !== null);

/** What overflows is not given back by amounts that overflow as well. */
const movesMillions = (step: CallStep): boolean =>
  step.kind === 'makeBet' &&
  [step.bet, step.win].some(({ kind, text }) => kind === 'exact' && Number(text) >= millions);

/** The least that a column or a variable may not hold; what is staked every day is far below. */
const millions = 10_000_000;

const hasWrongAmount = (step: CallStep): boolean => amountsSet(step).length > 0;

/** Bets of nearly all there is, and the rollback of a win that is gone with them. */
const spendsAWin = (calls: readonly CallStep[]): boolean => {
  const wins = calls.flatMap((step) =>
    step.kind === 'makeBet' && step.win.kind === 'exact' && Number(step.win.text) > 0 ? [step.id] : [],
  );
  const isUndone = calls.some((step) => step.kind === 'rollback' && step.of !== undefined && wins.includes(step.of));
  return isUndone && calls.some((step) => step.kind === 'makeBet' && step.bet.kind === 'balance');
};

/** A bet by the balance: just what there is, or more. */
const asksTooMuch = (step: CallStep): boolean => step.kind === 'makeBet' && step.bet.kind === 'balance';

const byHarm = (a: RankedScenario, b: RankedScenario): number => a.harm - b.harm || a.position - b.position;

/** More would be load, and blur what each is about. */
const mostLanes = 4;

/** The longest scenarios are placed first, each in the lane that is done soonest. */
const lanesFor = (context: RunContext, placed: readonly RankedScenario[]): Lane[] => {
  const { players } = context;
  const count = Math.max(1, Math.min(players.known.length, mostLanes));
  const lanes = Array.from({ length: count }, (_, index) => ({
    players: startingWith(players, index),
    placed: [] as RankedScenario[],
    costMs: 0,
  }));
  const [main] = lanes;
  if (main === undefined) return [];
  const known = { ...context.known, latencyMs: roughly(context.known.latencyMs) };
  const coarse = { ...context, known };
  const choices = new Map(placed.map((one) => [one, choicesFor(context, lanes, one)]));
  const costs = new Map(placed.map((one) => [one, choices.get(one)?.length === 0 ? 0 : costMs(coarse, one.scenario)]));
  const costOf = (one: RankedScenario): number => costs.get(one) ?? 0;
  const freedomOf = (one: RankedScenario): number => choices.get(one)?.length ?? 0;
  // What has few lanes to go to comes first, so that the rest is spread around it; then the longest.
  const byFreedom = (a: RankedScenario, b: RankedScenario): number =>
    Number(freedomOf(a) > 1) - Number(freedomOf(b) > 1) || costOf(b) - costOf(a);
  for (const one of placed.toSorted(byFreedom)) {
    // What nobody can play is skipped on the first, with its reason.
    const [first = main, ...others] = choices.get(one) ?? [];
    const lane = others.reduce((best, each) => (each.costMs < best.costMs ? each : best), first);
    lane.placed.push(one);
    lane.costMs += costOf(one);
  }
  return lanes.map((lane) => ({ players: lane.players, placed: lane.placed.toSorted(byHarm) }));
};

/** The lanes where it can be played; what may spoil an account keeps off the first player's. */
const choicesFor = <L extends Pick<Lane, 'players'>>(
  context: RunContext,
  lanes: readonly L[],
  one: RankedScenario,
): L[] => {
  const fitting = lanes.filter(({ players }) => fits({ ...context, players }, one));
  const others = one.harm > 1 ? fitting.filter((lane) => lane !== lanes[0]) : [];
  return others.length > 0 ? others : fitting;
};

const fits = (context: RunContext, { scenario }: PlacedScenario): boolean =>
  reasonToSkip(context, scenario) === undefined;

/** The players with that player as player one. */
const startingWith = (players: RunPlayers, index: number): RunPlayers => ({
  ...players,
  known: [...players.known.slice(index), ...players.known.slice(0, index)],
});

/** Where nothing is known: an agent on the same machine. Milliseconds. */
const usualLatencyMs = 1;

/**
 * 1, 4, 16, 64 or more: a latency that is measured a little longer the next time moves no scenario to
 * another player, and an agent that did not change is told the same.
 */
const roughly = (latencyMs: number = usualLatencyMs): number =>
  4 ** Math.max(0, Math.round(Math.log(Math.max(latencyMs, 1)) / Math.log(4)));

/** Giving back, and a read after a refusal. */
const ownCalls = 2;

/** About how long a scenario takes, milliseconds. */
const costMs = ({ known, patienceMs }: RunContext, { steps }: Scenario): number =>
  stepsMs(steps, { latencyMs: known.latencyMs ?? usualLatencyMs, patienceMs }) +
  ownCalls * (known.latencyMs ?? usualLatencyMs);

interface StepPace {
  readonly latencyMs: number;
  readonly patienceMs: number;
}

/** Of calls at once some are handled side by side, some one after another. */
const besideEachOther = 4;

const stepsMs = (steps: readonly Step[], pace: StepPace): number =>
  sumOf(steps, (step) => {
    switch (step.kind) {
      case 'wait':
        return step.durationMs;
      case 'patience':
        return pace.patienceMs;
      case 'repeat':
        return step.count * stepsMs(step.steps, pace);
      case 'others':
        return step.count * pace.latencyMs;
      case 'pack':
        return (step.total + 3) * pace.latencyMs;
      case 'together':
        return (1 + step.steps.length / besideEachOther) * pace.latencyMs;
      default:
        return pace.latencyMs;
    }
  });

const sumOf = <T>(items: readonly T[], each: (item: T) => number): number =>
  items.reduce((sum, item) => sum + each(item), 0);
