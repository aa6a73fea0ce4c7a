import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';

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
