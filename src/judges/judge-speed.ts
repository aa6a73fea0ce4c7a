import type { Exchange } from '../spec/exchange.ts';
import type { Finding } from '../spec/finding.ts';

/** TIME-02: the 95th percentile over a run, milliseconds. */
const limitMs = 500;
const share = 0.95;

/** One finding where the slowest twentieth of a run's answers took more than half a second. */
export const judgeSpeed = (exchanges: readonly Exchange[]): Finding[] => {
  const answered = exchanges
    .filter(({ answer }) => answer.kind === 'answered')
    .toSorted((a, b) => a.durationMs - b.durationMs);
  const limit = answered[Math.floor(answered.length * share)];
  if (limit === undefined || limit.durationMs <= limitMs) return [];
  const actual = `${Math.round(limit.durationMs)} ms`;
  return [
    {
      code: 'slow',
      requirement: 'TIME-02',
      weight: 'breach',
      message: `The 95th percentile of ${answered.length} answers is ${actual}.`,
      expected: `at most ${limitMs} ms`,
      actual,
      scenario: '',
      exchanges: answered.slice(-3).map(({ id }) => id),
    },
  ];
};
