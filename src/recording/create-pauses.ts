import type { Note } from './note.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Score } from './score.ts';
import { transactionOf } from './transaction-of.ts';

/** The platform's own first retry comes sooner; a memory that short shows without a pause. */
const shortestMs = 1_500;
const longestMs = 5_000;
/** All pauses of a recording together. */
const mostMs = 60_000;

/** Counts the pauses of one recording: how long to wait before a call, such as `2s`. */
export const createPauses = (
  { calls, links }: Score,
  note: Note,
): ((position: number) => string | undefined) => {
  let spentMs = 0;
  return (position) => {
    const gapMs = links[position]?.kind === 'again' ? gapBefore(calls, position) : 0;
    if (!(gapMs >= shortestMs)) return undefined;
    const pauseMs = Math.min(gapMs, longestMs, mostMs - spentMs);
    if (pauseMs < gapMs) note('A call that came again long after is sent again after seconds.');
    if (pauseMs < shortestMs) return undefined;
    spentMs += pauseMs;
    return `${Math.round(pauseMs / 100) / 10}s`;
  };
};

/** Milliseconds since the last call of the same transaction was through. */
const gapBefore = (calls: readonly RecordedCall[], position: number): number => {
  const own = calls[position];
  const transaction = transactionOf(own?.callback);
  const last = calls
    .slice(0, position)
    .findLast(({ callback }) => transactionOf(callback) === transaction);
  if (own === undefined || last === undefined) return 0;
  return own.startedAt - last.startedAt - last.durationMs;
};
