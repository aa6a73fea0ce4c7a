import type { RecordedCall } from './recorded-call.ts';

/** How much later an earlier call may be noted. */
const slackMs = 100;

/**
 * Calls by their beginnings. A journal has them by their ends; where those go back in time, somebody
 * moved the clock, and the order of the journal is the best there is.
 */
export const inOrder = (calls: readonly RecordedCall[]): readonly RecordedCall[] =>
  isOfOneClock(calls) ? calls.toSorted((one, other) => one.startedAt - other.startedAt) : calls;

const isOfOneClock = (calls: readonly RecordedCall[]): boolean =>
  calls.every((call, index) => {
    const before = calls[index - 1];
    return before === undefined || endOf(call) + slackMs >= endOf(before);
  });

const endOf = ({ startedAt, durationMs }: RecordedCall): number => startedAt + durationMs;
