import type { Finding } from '../formats/judgement.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange } from '../formats/run.ts';

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
