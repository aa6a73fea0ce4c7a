import type { AmountExpression, Scenario, Step } from '../formats/scenario/scenario.ts';
import { losses } from '../spec/fault.ts';
import { reasonToSkip } from './reason-to-skip.ts';
import type { RunContext } from './run-context.ts';
import type { RunPlayers } from './run-players.ts';
import { callsIn, kindsOfSteps, optionsOf } from './steps.ts';

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
  const placed = scenarios.map((scenario, index) => ({ scenario, position: index + 1, harm: harmOf(scenario) }));
  // Who asked for these scenarios knows their order, and who plays them.
  if (context.ownCalls === 'balances') return { first: { players, placed }, lanes: [], last: [] };
  const of = (part: Part): RankedScenario[] => placed.filter((one) => partOf(one) === part);
  const second = startingWith(players, 1);
  const isFit = ({ scenario }: PlacedScenario): boolean => fits({ ...context, players: second }, scenario);
  return {
    first: { players, placed: of('several-players') },
    lanes: lanesFor(context, of('one-player')),
    last: [
      // Before the agent is restarted: what it keeps then is for another scenario to show.
      { players, placed: of('closing') },
      { players, placed: of('disturbing') },
      { players: second, placed: of('ruining').filter(isFit) },
      { players, placed: of('ruining').filter((one) => !isFit(one)) },
    ],
  };
};

type Part = 'several-players' | 'one-player' | 'disturbing' | 'closing' | 'ruining';

/** Who restarts or kills the agent, or sends what is no callback concerns all of it, launches and the clock the whole platform. */
const disturbingKinds = ['restart', 'kill', 'raw', 'launch', 'clock'] as const;

const partOf = ({ scenario, harm }: RankedScenario): Part => {
  const kinds = kindsOfSteps(scenario.steps);
  if (disturbingKinds.some((kind) => kinds.has(kind)) || cutsOff(scenario)) return 'disturbing';
  if (kinds.has('audit')) return 'closing';
  if (scenario.players > 1) return 'several-players';
  return harm === 3 ? 'ruining' : 'one-player';
};

/** What is left of a call that was cut off meets whichever comes next. */
const cutsOff = ({ steps }: Scenario): boolean =>
  optionsOf(steps).some(({ lose }) => lose !== undefined && losses[lose].arrives === 'part');

/**
 * What an agent with a mistake may be left with. 3: an account that is no number any more, or far from what it was; 2: one
 * below zero, or with money from nowhere, that no makeBet may bring back; 1: one that was overspent.
 */
type Harm = 0 | 1 | 2 | 3;

interface RankedScenario extends PlacedScenario {
  readonly harm: Harm;
}

/** The least that a column or a variable may not hold; what is staked every day is far below. */
const millions = 10_000_000;

const harmOf = ({ steps }: Scenario): Harm => {
  const calls = callsIn(steps);
  const bets = calls.flatMap((step) => (step.kind === 'makeBet' ? [step] : []));
  // Amounts that a step puts in the place of its own.
  const set = calls.flatMap(({ options: { fields } }) =>
    ['bet', 'win'].flatMap((name) => (name in fields ? [fields[name]] : [])),
  );
  // `{ json: '1e309' }`: text that no value of YAML prints.
  const isImpossible = set.some((amount) => typeof amount === 'object' && amount !== null);
  // What overflows is not given back by amounts that overflow as well.
  const isVast = ({ kind, text }: AmountExpression): boolean => kind === 'exact' && Number(text) >= millions;
  if (isImpossible || bets.some(({ bet, win }) => isVast(bet) || isVast(win))) return 3;
  const isByBalance = bets.some(({ bet }) => bet.kind === 'balance');
  // Bets of nearly all there is, and the rollback of a win that is gone with them.
  const wins = new Set(bets.flatMap(({ id, win }) => (win.kind === 'exact' && Number(win.text) > 0 ? (id ?? []) : [])));
  const isWinUndone = calls.some((step) => step.kind === 'rollback' && step.of !== undefined && wins.has(step.of));
  if (set.length > 0 || (isWinUndone && isByBalance)) return 2;
  return isByBalance ? 1 : 0;
};

/** More would be load, and blur what each is about. */
const mostLanes = 4;

/** The longest scenarios are placed first, each in the lane that is done soonest. */
const lanesFor = (context: RunContext, placed: readonly RankedScenario[]): Lane[] => {
  const { players, known, patienceMs } = context;
  const laneOf = (index: number) => ({
    ...{ players: startingWith(players, index), costMs: 0 },
    placed: [] as RankedScenario[],
  });
  const main = laneOf(0);
  const others = Array.from({ length: Math.min(players.known.length, mostLanes) - 1 }, (_, index) => laneOf(index + 1));
  const latencyMs = roughly(known.latencyMs);
  const wanted = placed.map((one) => {
    const fitting = [main, ...others].filter((lane) => fits({ ...context, players: lane.players }, one.scenario));
    // What may spoil an account keeps off the first player's, where it can.
    const safe = one.harm > 1 ? fitting.filter((lane) => lane !== main) : [];
    const choices = safe.length > 0 ? safe : fitting;
    return { one, choices, costMs: choices.length === 0 ? 0 : costMs(one.scenario, { latencyMs, patienceMs }) };
  });
  // What has few lanes to go to comes first, so that the rest is spread around it; then the longest.
  wanted.sort((a, b) => Number(a.choices.length > 1) - Number(b.choices.length > 1) || b.costMs - a.costMs);
  for (const { one, choices, costMs: cost } of wanted) {
    // What nobody can play is skipped on the first, with its reason.
    const [first = main, ...more] = choices;
    const lane = more.reduce((best, each) => (each.costMs < best.costMs ? each : best), first);
    lane.placed.push(one);
    lane.costMs += cost;
  }
  return [main, ...others].map((lane) => ({
    players: lane.players,
    placed: lane.placed.toSorted((a, b) => a.harm - b.harm || a.position - b.position),
  }));
};

const fits = (context: RunContext, scenario: Scenario): boolean => reasonToSkip(context, scenario) === undefined;

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

interface Pace {
  readonly latencyMs: number;
  readonly patienceMs: number;
}

/** About how long a scenario takes, milliseconds. */
export const costMs = ({ steps }: Scenario, pace: Pace): number => stepsMs(steps, pace) + ownCalls * pace.latencyMs;

/** Of calls at once some are handled side by side, some one after another. */
const besideEachOther = 4;

const stepsMs = (steps: readonly Step[], pace: Pace): number =>
  sumOf(steps, (step) => {
    switch (step.kind) {
      case 'wait':
        return step.durationMs;
      case 'patience':
        return pace.patienceMs;
      case 'repeat':
        return step.count * stepsMs(step.steps, pace);
      case 'matrix':
        return sumOf(step.rows, (row) => stepsMs(row.steps, pace));
      case 'audit':
        return 2 * step.count * pace.latencyMs;
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
