import type { Finding } from '../formats/judgement.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';

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

/** How a scenario of CON-10 names the calls that are timed: a call of somebody who plays elsewhere. */
const situations = {
  alone: '(alone)',
  besideBets: '(beside bets of another player)',
  /** What costs the agent, the machine and us as much work, and needs no lock. */
  besideRefused: '(beside refused calls of another player)',
} as const;

type TimedAnswer = Pick<
  ReportedExchange,
  'id' | 'scenario' | 'label' | 'status' | 'durationMs' | 'lagMs' | 'sentAgain' | 'together'
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
  scenarios: readonly Pick<Scenario, 'file' | 'requirements'>[],
  exchanges: readonly TimedAnswer[],
): Finding[] =>
  scenarios
    .filter(({ requirements }) => requirements.includes('CON-10'))
    .flatMap(({ file }) => waitingIn(file, exchanges));

const waitingIn = (file: string, exchanges: readonly TimedAnswer[]): Finding[] => {
  const own = exchanges.filter(({ scenario }) => scenario === file).filter(isTimely);
  const timesOf = (situation: string): number[] =>
    own.filter(({ label }) => label?.endsWith(situation) === true).map(({ durationMs }) => durationMs);
  const [alone, besideBets, besideRefused] = [
    timesOf(situations.alone),
    timesOf(situations.besideBets),
    timesOf(situations.besideRefused),
  ];
  if ([alone, besideBets, besideRefused].some(({ length }) => length < fewest)) return [];
  const usual = Math.max(medianOf(alone), medianOf(besideRefused));
  const waited = Math.min(...besideBets);
  if (waited < usual * clearTimes || waited - usual < clearMs) return [];
  const timed = own.filter(({ label }) => label?.endsWith(situations.besideBets) === true);
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
