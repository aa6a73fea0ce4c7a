import type { Finding } from '../formats/judgement.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange } from '../formats/run.ts';

/** TIME-02: the 95th percentile over a run, milliseconds. */
const limitMs = 500;

const share = 0.95;

type Timed = Pick<
  ReportedExchange,
  'id' | 'status' | 'durationMs' | 'together' | 'lagMs' | 'sentAgain'
>;

/**
 * TIME-02, by the callbacks that were sent alone: a breach where the slowest twentieth took more than
 * half a second. What waited for its turn in a burst of ours is told apart.
 */
export const judgeSpeed = (exchanges: readonly Timed[]): Finding[] => {
  const answered = exchanges.filter(
    ({ status, lagMs, sentAgain }) =>
      status !== null && lagMs === undefined && sentAgain === undefined,
  );
  const alone = answered.filter(({ together }) => together === undefined);
  return [...judgeAlone(alone), ...judgeBursts(answered)];
};

const judgeAlone = (alone: readonly Timed[]): Finding[] => {
  const slowest = slowestOf(alone);
  if (slowest === undefined) return [];
  const message = `The 95th percentile of ${alone.length} answers to callbacks sent one at a time is ${slowest.actual}.`;
  return [{ ...finding(slowest), code: 'slow', weight: 'breach', message }];
};

/** So many at once are a burst; fewer are what goes on beside each other anyway. */
const smallestBurst = 5;

const judgeBursts = (answered: readonly Timed[]): Finding[] => {
  const inBursts = answered.filter(({ together = 1 }) => together >= smallestBurst);
  const slowest = slowestOf(inBursts);
  if (slowest === undefined) return [];
  const sizes = inBursts.map(({ together = 1 }) => together);
  const message = `In bursts of ${Math.min(...sizes)} to ${Math.max(...sizes)} callbacks at once the 95th percentile of ${inBursts.length} answers is ${slowest.actual}: they wait for each other.`;
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
          actual: `the body ${splitMs} ms after the headers`,
          scenario: '',
          exchanges: [],
        },
      ];

/** What the pause between headers and body costs. */
export const splitSentence = (splitMs: number): string =>
  `The agent sends the headers of its answer and the body in two writes: on a kept connection the body comes ${splitMs} ms later, on a new one at once. Each call costs that much.`;
