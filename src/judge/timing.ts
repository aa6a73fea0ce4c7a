import type { Finding } from '../formats/judgement.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario, Step } from '../formats/scenario/scenario.ts';

/** TIME-02: the 95th percentile over a run, milliseconds. */
const limitMs = 500;

const share = 0.95;

type Timed = Pick<ReportedExchange, 'id' | 'status' | 'durationMs' | 'together' | 'burst' | 'lagMs' | 'sentAgain'>;

/**
 * TIME-02, by the callbacks that were sent one at a time: a breach where the slowest twentieth took
 * more than half a second. What waited for its turn in a burst of ours is told apart; beside the calls
 * of other players an agent may need its usual time for each.
 */
export const judgeSpeed = (
  exchanges: readonly Timed[],
  { latencyMs }: Pick<KnownAgent, 'latencyMs'> = {},
): Finding[] => {
  const answered = exchanges.filter(
    ({ status, lagMs, sentAgain }) => status !== null && lagMs === undefined && sentAgain === undefined,
  );
  const inBursts = answered.filter(({ burst }) => burst !== undefined);
  const oneByOne = answered
    .filter(({ burst, together }) => burst === undefined && isNotCrowded({ together, latencyMs }))
    .map((each) => ({ ...each, durationMs: ownDuration(each, latencyMs) }));
  return [...judgeOneByOne(oneByOne), ...judgeBursts(inBursts)];
};

/** Lanes go on beside each other; more calls at once are those of a burst. */
const mostBeside = 5;

const isNotCrowded = ({ together = 1, latencyMs }: Pick<Timed, 'together'> & Pick<KnownAgent, 'latencyMs'>): boolean =>
  together === 1 || (latencyMs !== undefined && together < mostBeside);

const ownDuration = ({ durationMs, together = 1 }: Timed, latencyMs = 0): number =>
  Math.max(0, durationMs - (together - 1) * latencyMs);

const judgeOneByOne = (exchanges: readonly Timed[]): Finding[] => {
  const slowest = slowestOf(exchanges);
  if (slowest === undefined) return [];
  const message = `The 95th percentile of ${exchanges.length} answers to callbacks sent one at a time is ${slowest.actual}.`;
  return [{ ...finding(slowest), code: 'slow', weight: 'breach', message }];
};

const judgeBursts = (exchanges: readonly Timed[]): Finding[] => {
  const slowest = slowestOf(exchanges);
  if (slowest === undefined) return [];
  const sizes = exchanges.map(({ burst = 1 }) => burst);
  const message = `In bursts of ${Math.min(...sizes)} to ${Math.max(...sizes)} callbacks at once the 95th percentile of ${exchanges.length} answers is ${slowest.actual}: they wait for each other.`;
  return [{ ...finding(slowest), code: 'slow-in-bursts', weight: 'note', message }];
};

interface Slowest {
  readonly actual: string;
  readonly exchanges: readonly string[];
}

/** The 95th percentile where it is above the limit, and the slowest of all. */
const slowestOf = (exchanges: readonly Timed[]): Slowest | undefined => {
  const sorted = exchanges.toSorted((a, b) => a.durationMs - b.durationMs);
  const limit = sorted[Math.floor(sorted.length * share)];
  if (limit === undefined || limit.durationMs <= limitMs) return undefined;
  return {
    actual: `${Math.round(limit.durationMs)} ms`,
    exchanges: sorted.slice(-3).map(({ id }) => id),
  };
};

const finding = ({ actual, exchanges }: Slowest) => ({
  requirement: 'TIME-02',
  expected: `at most ${limitMs} ms`,
  actual,
  scenario: '',
  exchanges,
});

/** TIME-03, as the preflight measured it: the answer comes in two writes, and waits in between. */
export const judgePieces = ({ splitMs }: KnownAgent): Finding[] =>
  splitMs === undefined
    ? []
    : [
        {
          code: 'answer-in-two-writes',
          requirement: 'TIME-03',
          weight: 'note',
          message: splitSentence(splitMs),
          expected: 'headers and body together',
          actual: `the body about ${tens(splitMs)} ms after the headers`,
          scenario: '',
          exchanges: [],
        },
      ];

/** What the pause between headers and body costs. */
export const splitSentence = (splitMs: number): string =>
  `The agent sends the headers of its answer and the body in two writes: on a kept connection the body comes about ${tens(splitMs)} ms later, on a new one at once. Each call costs that much.`;

/** The same agent is told of in the same words, whatever a measurement differs by. */
const tens = (splitMs: number): number => Math.round(splitMs / 10) * 10;

type TimedAnswer = Pick<
  ReportedExchange,
  'id' | 'scenario' | 'line' | 'status' | 'durationMs' | 'lagMs' | 'sentAgain' | 'together'
>;

/** Fewer of a kind prove nothing: each may be chance. */
const fewest = 3;
/** So many times as long as anything else explains, and by so many milliseconds. */
const clearTimes = 3;
const clearMs = 25;

/**
 * CON-10: whether a player waits for the calls of another one. Said only where it is clear: each
 * call beside bets took three times as long as calls take alone, and beside as many calls that are
 * refused at once, which a busy machine slows down just as much.
 */
export const judgeWaiting = (
  scenarios: readonly Pick<Scenario, 'file' | 'requirements' | 'steps'>[],
  exchanges: readonly TimedAnswer[],
): Finding[] =>
  scenarios
    .filter(({ requirements }) => requirements.includes('CON-10'))
    .flatMap((scenario) => waitingIn(scenario, exchanges));

/** What a call of CON-10 that is timed stands beside: as many bets, or what costs as much work and needs no lock. */
type Beside = 'nothing' | 'bets' | 'refused calls';

/** By its line: a call of somebody who plays alone beside all others of a burst, and the same outside of it. */
const timedCalls = (steps: readonly Step[]): ReadonlyMap<number, Beside> => {
  const all = steps.flatMap(function inside(step): readonly Step[] {
    return step.kind === 'repeat' ? step.steps.flatMap(inside) : [step];
  });
  const inBursts = all.flatMap((step) => {
    if (step.kind !== 'together') return [];
    const lone = step.steps.find(
      ({ options }) => step.steps.filter((other) => other.options.player === options.player).length === 1,
    );
    const isRefused = step.steps.every((other) => other === lone || other.options.signature === 'wrong');
    return lone === undefined ? [] : [{ lone, beside: isRefused ? ('refused calls' as const) : ('bets' as const) }];
  });
  const players = new Set(inBursts.map(({ lone }) => lone.options.player));
  const alone = all.filter((step) => step.kind === 'makeBet' && players.has(step.options.player));
  return new Map([
    ...alone.map(({ place }) => [place.line, 'nothing'] as const),
    ...inBursts.map(({ lone, beside }) => [lone.place.line, beside] as const),
  ]);
};

const waitingIn = ({ file, steps }: Pick<Scenario, 'file' | 'steps'>, exchanges: readonly TimedAnswer[]): Finding[] => {
  const timedIn = timedCalls(steps);
  const own = exchanges.filter(({ scenario }) => scenario === file).filter(isTimely);
  const timedBeside = (beside: Beside) => own.filter(({ line }) => line !== undefined && timedIn.get(line) === beside);
  const [alone = [], besideBets = [], besideRefused = []] = (['nothing', 'bets', 'refused calls'] as const).map(
    (beside) => timedBeside(beside).map(({ durationMs }) => durationMs),
  );
  if ([alone, besideBets, besideRefused].some(({ length }) => length < fewest)) return [];
  const usual = Math.max(medianOf(alone), medianOf(besideRefused));
  const waited = Math.min(...besideBets);
  if (waited < usual * clearTimes || waited - usual < clearMs) return [];
  const timed = timedBeside('bets');
  const others = Math.max(...timed.map(({ together = 1 }) => together)) - 1;
  const [with_, without] = [medianOf(besideBets), medianOf(alone)];
  const each = Math.round((with_ - without) / Math.max(1, others));
  const message = `A call of one player took ${Math.round(with_)} ms beside ${others} bets of another player, ${Math.round(without)} ms alone and ${Math.round(medianOf(besideRefused))} ms beside as many calls that are refused at once: it waited for them, about ${each} ms for each.`;
  return [
    {
      code: 'players-wait-for-each-other',
      requirement: 'CON-10',
      weight: 'note',
      message,
      expected: `about ${Math.round(without)} ms`,
      actual: `${Math.round(with_)} ms`,
      scenario: file,
      exchanges: timed.map(({ id }) => id),
    },
  ];
};

/** Answered the first time, and not while we were late ourselves. */
const isTimely = ({ status, lagMs, sentAgain }: TimedAnswer): boolean =>
  status !== null && lagMs === undefined && sentAgain === undefined;

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
